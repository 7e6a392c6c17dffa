import { points, type Domain } from './domain.ts'

/** Money, study, business, tools and craft. */
export const workDomains: readonly Domain[] = [
  {
    name: 'money',
    signsOf: 'good',
    match: /\b(money|saving|save money|savings|budget|budgeting|invest\w*|debt|finance|finances|rich|broke|salary|frugal|income)\b/,
    emoji: ['💸', '🪙', '📈'],
    tips: points(`
      pay yourself on payday | a transfer at nine in the morning, before the rest of the month finds it.
      wait three days | put it in the basket, close the tab. half of it never comes back to mind.
      name the account | "lisbon in may" is harder to raid than "savings 2".
      cancel one thing today | open the bank app, search for the word "monthly", be surprised.
      cook the second dinner | one pot on sunday is forty euros by thursday.
      check the balance on fridays | two minutes with a coffee. fear grows in unopened apps.
      raise it by one percent | every time your pay goes up, half the raise moves out first.
      carry a list, not a mood | shops are designed by people who know what hungry looks like.
      start a boring buffer | one month of rent makes every other decision calmer.`),
    mistakes: points(`
      saving what's left | nothing is ever left. move it first.
      a budget without fun | you will break it by the tenth, and then you'll break all of it.
      buying cheap twice | the 20 euro shoes cost 60 by the end of the year.
      hiding from the number | it's the same number whether you look or not. looking helps.
      copying a stranger's portfolio | you can see their wins, not their rent.`),
    signs: points(`
      a broken phone is just annoying | not a crisis. that's what a buffer feels like.
      you know your number | what a normal month costs, within fifty euros.
      sales don't rush you | if you didn't want it yesterday, it's not a discount.
      you say "not this month" out loud | and nobody thinks less of you.`),
  },
  {
    name: 'focus',
    signsOf: 'trouble',
    match:
      /\b(study|studying|students?|exams?|productiv\w*|focus|focused|procrastinat\w*|deep work|time management|college|university|notes|learning|learn|language|adhd|discipline|habits?)\b/,
    emoji: ['📚', '🧠', '⏳'],
    tips: points(`
      start with the two-minute version | open the file, write the title. the rest is already less scary.
      phone in another room | face down on the desk still costs you a third of your head.
      25 minutes, then stand up | set a timer you can see. stop even if it's going well.
      explain it to a chair | where you stumble is exactly the page to read again.
      plan tomorrow tonight | three lines on a card. morning you only has to follow.
      same desk, same song | after two weeks the first notes do half of the work.
      do the ugly task first | by ten o'clock the day can only get better.
      close the book and recall | five minutes of remembering beat an hour of highlighting.
      end on an easy step | leave a half-finished sentence, and tomorrow starts by itself.
      count days, not hours | a small cross on the calendar. don't break the row twice.`),
    mistakes: points(`
      highlighting everything | yellow pages feel like learning. they're colouring in.
      making the perfect plan | it has seven colours and it starts on monday. start now, badly.
      working next to the bed | one of them always wins.
      saving the hard one for last | it gets harder every hour you look at it.
      skipping breaks to be faster | the fourth hour without one is mostly staring.`),
    signs: points(`
      your desk has never been cleaner | the work hasn't moved. the pens are sorted by colour.
      twelve tabs, zero sentences | research is a lovely place to hide.
      you're busy until six | and can't say what got done.
      you wait for the mood | it usually shows up ten minutes after you begin.`),
  },
  {
    name: 'business',
    signsOf: 'good',
    match:
      /\b(business|small business|brand|branding|customers?|clients?|etsy|shop|store|sell|selling|sales|marketing|freelanc\w*|startup|entrepreneurs?|bakery|agency|side hustle|content creat\w*|creators?|social media|tiktok|instagram|followers|posting|views)\b/,
    emoji: ['📦', '💡', '📈'],
    tips: points(`
      show the mess | the packing table at midnight gets more love than the finished photo.
      answer the same question once | make it a post, pin it, and stop typing it.
      say the price early | people who leave then were never going to stay.
      write to ten old customers | they already trust you. ask how it's holding up.
      one offer on the page | every extra button is a reason to think about it later.
      use their words | read your last twenty messages. your next headline is in there.
      post before you feel ready | the tenth one teaches you what the first nine wanted to be.
      put a face on it | logos don't get hugged at markets.
      track one number a week | not ten. the one that pays rent.
      thank people by hand | three lines on paper travel further than a discount code.`),
    mistakes: points(`
      being for everyone | the sentence that fits everyone is remembered by no one.
      lowering the price first | most people weren't doubting the price, they didn't get the point.
      hiding the story | why you started is the only part nobody can copy.
      waiting for the perfect logo | your first hundred customers will not mention it.
      quitting after nine posts | that's usually two before the first one that works.`),
    signs: points(`
      strangers tag friends for you | that's marketing you couldn't have bought.
      you say no to an order | because it isn't what you do. that's a brand.
      people describe you in one line | and it's close to yours.
      the quiet month doesn't scare you | you've seen one before, and what came after.`),
  },
  {
    name: 'tech',
    signsOf: 'trouble',
    match:
      /\b(iphone|android|phone|apps?|laptop|computer|tech|gadgets?|ai|chatgpt|coding|programming|developers?|software|screen time|notion|excel|website|internet)\b/,
    emoji: ['📱', '💻', '⚡'],
    tips: points(`
      turn the screen grey | colour is the sugar. without it you'll put it down sooner.
      one home screen, eight icons | everything else you can search for. you'll search less.
      notifications for people only | friends may buzz. shops may not.
      learn five shortcuts | copy, paste, switch, search, undo. that's an hour a week back.
      back up tonight | one cable, one click, one bad day that will not happen.
      name files like a stranger | date, what, version. future you has no idea what "final2" was.
      restart before you worry | it's a cliché because it keeps working.
      delete the app, keep the site | ten more seconds of effort, half as many visits.
      a password manager, at last | one long sentence to remember, and none to reuse.`),
    mistakes: points(`
      buying before cleaning | it isn't old, it's full. free ten gigabytes first.
      the same password everywhere | one leak at a pizza place, and it's your inbox too.
      clicking later on updates | later is usually right after the problem.
      charging in the sun | batteries and dashboards don't get along.`),
    signs: points(`
      you open it without a reason | thumb first, thought second.
      you take photos you never look at | four thousand of them. mostly of car parks.
      you feel it buzz when it didn't | your pocket is not haunted, it's trained.
      you can't find anything | eleven tools for notes, no notes.`),
  },
  {
    name: 'craft',
    signsOf: 'good',
    match:
      /\b(photo|photos|photography|camera|drawing|draw|painting|paint|art|artist|pottery|ceramics?|knit|knitting|crochet|sewing|candles?|crafts?|handmade|writing|write|writers?|poetry|journal|journaling|music|guitar|piano|design)\b/,
    emoji: ['🎨', '✨', '🪡'],
    tips: points(`
      look for the light first | the window side of the room does half of the work.
      make ten bad ones | fast, on cheap paper. number eleven is already waiting.
      keep a tiny kit ready | if it takes more than a minute to set up, you won't.
      steal from two places | one colour from here, one shape from there. now it's yours.
      stop at "almost" | leave it overnight. the last touch is usually one too many.
      work in a series | five of the same thing teach more than five different things.
      show it while it's wet | one person, one question: where did you look first?
      set a silly limit | two colours, one hour, no rubber. limits are where ideas come from.
      date everything | in a year you'll want to know how far you came.`),
    mistakes: points(`
      waiting for better tools | the good ones were mostly made with the old ones.
      starting with the masterpiece | warm up with something nobody will ever see.
      comparing to finished work | you see their wall, not their bin.
      fixing the same spot all day | step back three metres. it was never that spot.`),
    signs: points(`
      you lose an hour and don't mind | dinner is late and you're in a good mood.
      you notice light on walls | at bus stops, on spoons, on strangers' coats.
      your old work makes you wince | good. that's your eye getting better than your past.
      people recognise it's yours | before they see the name.`),
  },
]
