import { points, type Domain } from './domain.ts'

/** Mornings, sleep, skin, training, health and rest. */
export const bodyDomains: readonly Domain[] = [
  {
    name: 'mornings',
    signsOf: 'good',
    match: /\b(morning|mornings|wake|waking|5 ?am|6 ?am|sunrise|daily routine)\b/,
    emoji: ['☀️', '🌅', '☕'],
    tips: points(`
      water before coffee | one big glass by the sink, before your phone. it wakes you up gentler than any alarm.
      leave the phone in the kitchen | an old alarm clock costs less than an hour of scrolling every single day.
      open the window first | two minutes of cold air and daylight tell your body the night is over.
      make the bed badly | it takes forty seconds and the room already looks like someone has a plan.
      write three lines | what you feel, what you need, what can wait. that's the whole journal.
      move for ten minutes | a walk round the block counts. so does dancing while the kettle boils.
      pick one thing | the day is a success if this one thing gets done. everything else is a bonus.
      lay out clothes at night | one decision less while you are still half asleep.
      eat something with protein | eggs, yoghurt, beans on toast. eleven o'clock feels different after that.
      keep the same wake-up time | weekends too, give or take half an hour. it's boring and it works.`),
    mistakes: points(`
      hitting snooze four times | those nine minutes aren't sleep, they are just a slower start.
      reading messages in bed | other people's questions become your first thoughts.
      copying someone's 5 am routine | they go to bed at nine. do you?
      starting with ten new habits | keep one for two weeks, then add the next.
      coffee on an empty stomach | a slice of bread first, and your hands stop shaking by ten.`),
    signs: points(`
      you wake before the alarm | your body finally trusts that the night is long enough.
      you sit down for breakfast | five minutes in a chair beat a banana at the bus stop.
      the first hour is quiet | nobody needs you yet, and you've stopped filling it with noise.
      you leave without running | the keys are where they live and so is your patience.
      mondays feel like tuesdays | not exciting. just no longer a crash landing.`),
  },
  {
    name: 'sleep',
    signsOf: 'trouble',
    match: /\b(sleep|sleeping|insomnia|bedtime|night routine|tired|nap|naps|evenings?|nights?)\b/,
    emoji: ['🌙', '😴', '🛏️'],
    tips: points(`
      dim the lights at nine | your brain reads bright ceilings as noon. one small lamp is enough.
      cool the room down | around 18 degrees, a warm blanket, cold air on your face.
      park tomorrow on paper | write the to-do list at eight, so that it doesn't visit you at two.
      same wake-up time every day | the evening sorts itself out when the morning is fixed.
      last coffee at two | half of it is still in your blood at dinner.
      charge the phone outside | if it's not within reach, you won't check the time at 3 am.
      get up when you can't sleep | twenty minutes awake? a chair and a dull book, then try again.
      walk in the morning light | ten minutes outside early is the cheapest sleep aid there is.
      read six pages of fiction | not news, not work. someone else's problems, in a made-up town.`),
    mistakes: points(`
      saving sleep for the weekend | two long mornings can't repay five short nights.
      one drink to fall asleep | you nod off faster and wake up at four.
      working on the bed | your pillow now reminds you of invoices.
      watching the clock | counting the hours left is the least restful maths there is.`),
    signs: points(`
      you fall asleep in two minutes | it sounds lucky. mostly it means you're running on empty.
      everything is slightly annoying | the spoon, the weather, the way someone breathes.
      you crave sugar at four | your body asks for quick energy because the slow kind never came.
      you re-read the same line | and then the same line, and then the same line.`),
  },
  {
    name: 'skin',
    signsOf: 'trouble',
    match: /\b(skin|skincare|acne|pimples?|spf|sunscreen|serum|moisturi[sz]er|glow|face|pores?|makeup|beauty)\b/,
    emoji: ['🧴', '✨', '🌿'],
    tips: points(`
      sunscreen, even when it rains | two fingers' worth, every morning. nothing in a jar does more.
      wash less, not more | lukewarm water in the morning is enough for most faces.
      moisturise damp skin | pat, don't rub, then cream within a minute. it holds the water in.
      one new product at a time | two weeks each, or you will never know which one helped.
      change your pillowcase twice a week | your face lies on it for fifty hours between two washing days.
      clean your phone screen | it touches your cheek more often than your cream does.
      neck and hands count too | whatever is left on your fingers goes there.
      start retinol slowly | twice a week, a pea of it, at night. your skin barrier will say thanks.
      take a photo every sunday | same window, same light. mirrors forget, pictures don't.`),
    mistakes: points(`
      scrubbing until it squeaks | squeaky isn't clean, it's a barrier asking for help.
      seven acids in one week | pick one. your face is not a chemistry set.
      skipping cream on oily skin | dry it out and it makes more oil, not less.
      giving up after four days | skin needs about a month to show you anything.
      popping it on a sunday night | one night of patience, or two weeks of a mark.`),
    signs: points(`
      it feels tight after washing | that's not clean, that's your cleanser being too strong.
      it stings when you put on cream | the barrier is tired. go back to the three basics.
      shiny by noon, flaky by night | it's not oily skin, it's thirsty skin.
      new bumps after a new product | pause it for two weeks and see what your face says.`),
  },
  {
    name: 'fitness',
    signsOf: 'good',
    match:
      /\b(fitness|gym|workouts?|training|exercises?|running|runners?|run|walk|walks|walking|yoga|pilates|muscles?|lifting|squats?|steps|abs|marathon)\b/,
    emoji: ['💪', '👟', '🔥'],
    tips: points(`
      put the shoes by the door | the hardest part of any workout is the first ninety seconds.
      ten minutes still count | a short one done beats a perfect one planned.
      walk after meals | fifteen slow minutes. your energy at three o'clock will notice.
      write down your sets | if you don't know last week's number, you can't beat it by one.
      two sessions a week, then three | build the appointment first, the intensity later.
      warm up what you will use | five minutes of easy versions of the same moves.
      leave one rep in the tank | you'll come back tomorrow instead of limping for four days.
      sleep is part of the plan | muscle is built at night, the gym only places the order.
      pick music before you go | ten songs you only hear while moving. that's the bribe.`),
    mistakes: points(`
      going all in on day one | sore for a week, gone for a month. start at half.
      changing the plan every monday | six boring weeks do what twelve exciting ones can't.
      only doing what you're good at | the weak side is where the easy progress hides.
      comparing week two with someone's year six | they had a week two as well.
      forgetting to eat enough | you can't build a house without bricks.`),
    signs: points(`
      the stairs got shorter | same stairs. different lungs.
      you miss it on rest days | that small itch is the habit moving in.
      your shoulders sit lower | strong backs don't need reminders to stand straight.
      you sleep before your show ends | tired in the good way.`),
  },
  {
    name: 'health',
    signsOf: 'trouble',
    match:
      /\b(health|healthy|hydration|hydrated|dehydrated|water|vitamins?|gut|immune|headaches?|posture|back pain|diet|nutrition|sugar)\b/,
    emoji: ['💧', '🌿', '🫶'],
    tips: points(`
      fill one bottle at breakfast | if it's on the desk you'll drink it. if it's in the kitchen you won't.
      stand up on every call | five calls a day is an hour your back gets for free.
      add before you remove | one more vegetable is easier than one less biscuit, and it leads there anyway.
      look far away every hour | twenty seconds out of the window, for eyes that stare at forty centimetres.
      book the check-up today | the two-minute call you've moved from list to list since spring.
      eat the colourful half first | half a plate of plants, then whatever you were looking forward to.
      get daylight before noon | mood, sleep and appetite all set their clocks by it.
      breathe out longer than in | four in, six out, ten times. it's a brake pedal you always carry.
      keep fruit at eye level | you eat what you see. use that for once.`),
    mistakes: points(`
      drinking it all at night | spread it out, or you'll just meet the bathroom at three.
      treating tired with caffeine | sometimes the answer is a chair and ten minutes.
      all or nothing weeks | one pizza doesn't undo anything. quitting because of it does.
      trusting the loudest video | ask someone who knows your history, not your algorithm.`),
    signs: points(`
      a headache around three | before you reach for a pill, try two glasses of water and a window.
      dry lips all day | balm helps for an hour. the glass next to it helps for longer.
      hungry right after lunch | thirst and hunger use the same doorbell.
      heavy legs by the evening | you sat through nine hours of it. they'd like a walk.
      you can't focus past one page | the brain is mostly water. it notices first.`),
  },
  {
    name: 'rest',
    signsOf: 'trouble',
    match:
      /\b(stress|stressed|burn ?out|burned out|anxiety|anxious|overwhelm\w*|rest|calm|self ?care|slow living|meditation|mindful\w*|break|nervous system)\b/,
    emoji: ['🌿', '🫧', '🕯️'],
    tips: points(`
      do one thing slowly | wash one cup as if nobody was waiting. your shoulders will drop by themselves.
      put an end on the day | a closed laptop, a walk round the block, a different shirt. now it's evening.
      say "let me check" | three words between you and the next thing you didn't want to do.
      write the worry down | on paper it's a sentence. in your head it was a storm.
      take the boring walk | no podcast, no steps to hit. the good thoughts come in minute twelve.
      make rest an appointment | thursday, seven to eight, nobody's name in it but yours.
      lower the bar for dinner | toast is a meal. eggs are a feast.
      mute one group chat | you'll find out about the birthday anyway.
      tell one person the truth | not "busy". how it really is, in two sentences.`),
    mistakes: points(`
      waiting for the holiday | eleven tired months and two weeks of catching a cold.
      resting with a screen | your eyes are still at work, only your legs got the day off.
      calling it laziness | a flat battery isn't a character flaw.
      planning rest like a project | if it has a checklist, it's a second job.`),
    signs: points(`
      small things make you cry | it was never about the spilled coffee.
      you scroll but don't remember | your head is looking for a break in the wrong place.
      sunday already feels like monday | the dread starts earlier each week. that's information.
      replies feel like mountains | eleven unread friends you actually love.
      you're tired after resting | sleep pays back sleep. this might need something else.`),
  },
]
