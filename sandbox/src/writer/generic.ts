import { points, type Point } from './domains/domain.ts'
import type { ListKind } from './topic.ts'

/** Points that hold for any subject; {s} is the subject, {place} a place. They fill up what a domain's own bank lacks. */
export const GENERIC: Record<ListKind, readonly Point[]> = {
  tips: points(`
    start smaller than feels useful | five minutes of {s} today is worth more than a perfect hour next week.
    give it a fixed hour | without a place in the day there is no {s}. after lunch is a fine one.
    ask someone two steps ahead | not the expert. the person who was where you are last spring.
    keep it where you can see it | out of the drawer, onto the table. being reminded of {s} is half of it.
    write down what worked | one line a day. in a month you have your own handbook for {s}.
    do the boring part first | then everything that's left is the bit you came for.
    copy before you invent | follow one good example of {s} exactly, then change one thing.
    stop while it's still fun | you will want to come back tomorrow. that's the whole secret.
    make it easy to begin | lay out everything the evening before. starting is most of the work.
    do it with one other person | you'll show up for them on the days you wouldn't for yourself.
    look back on sundays | what helped, what didn't, what will you try? three lines are enough.
    let the first try be bad | nobody's first go at {s} is worth showing. do it anyway.`),
  mistakes: points(`
    waiting for the right moment | there is none for {s}. there's only a tuesday and a start.
    buying everything first | use what you have for two weeks, then you'll know what's missing.
    asking too many people | five opinions on {s} and you're back where you were, only later.
    doing it all in one weekend | big sunday, empty wednesday. spread it out.
    skipping the basics | they look boring because they work.
    comparing your start to their middle | they have a drawer full of first tries too.
    never writing anything down | you solve the same problem in march and again in june.
    stopping at the first dull week | every good thing about {s} lives behind it.
    fixing what isn't broken | change one thing, wait, look. then the next.
    keeping quiet about it | say it out loud and somebody turns out to know the answer.`),
  signs: points(`
    you think about it at odd times | under the shower, at red lights, halfway through a sentence.
    the small things got harder | a reply, a form, a phone call. they each weigh a kilo.
    people have started to ask | carefully, and more than once.
    you talk about it as if it's a joke | the kind you laugh at and then go quiet.
    you've googled it at night | with "is it normal" in front.
    you feel lighter when it's cancelled | relief is an honest answer.
    your body said it first | shoulders, stomach, jaw. it keeps better notes than you do.
    you keep saying "after this week" | it has been after this week since spring.
    you notice it in others | we're quick to spot what we carry ourselves.
    you read this far | people who aren't in it scroll past.`),
  reasons: points(`
    it starts to pay back fast | give {s} two weeks and look at what got easier.
    it costs almost nothing to try | one evening and a bit of curiosity.
    it makes the rest simpler | one clear thing in a day and the others fall into line.
    you'll meet good people | everyone who cares about {s} remembers being new.
    future you will be glad | six months pass anyway. they may as well pass with {s} in them.
    it's more fun than it looks | from outside it's effort. from inside it's the best part of thursday.
    nobody can take it from you | what you learn stays, whatever the month brings.
    it gets you off the screen | half an hour where your hands are busy and your head is quiet.
    small steps show | you can see a difference with the naked eye, and that's rare.
    you already want to | you wouldn't be reading about {s} otherwise.`),
  causes: points(`
    it once made sense | habits outlive their reasons. this one is older than it looks.
    it feels good, simply | not everything needs a purpose. some of it is comfort.
    somebody started it | and we copy what we see before we understand it.
    it saves energy | body and mind both take the short way when they can.
    it's how trust looks | look at the moments it happens in. there's a pattern.
    it works just often enough | that's all it takes for a thing to stay.
    nobody asks | the obvious things are the last ones we look at.
    it says something words can't | watch what happens right before it.
    it's safe | familiar beats better on most days, and that's allowed.
    it was never explained | so here's your sign to watch it closely for a week.`),
  places: points(`
    the one without a sign | two streets behind the main square. if you hear plates, you're close.
    where the queue speaks the language | stand in it. in {place} that's the only review that counts.
    the table by the window | early, before ten. bring a book and order slowly.
    up the stairs everyone ignores | ninety steps, no ticket, and the whole of {place} at your feet.
    the market on a weekday | same colours, half the people, and time for a chat.
    the quiet side of the water | cross the bridge, walk five minutes, sit down.
    the place that only does one thing | one dish, thirty years, always right.
    the garden behind the museum | skip the exhibition if you must. don't skip the bench.
    last stop of the tram | get off where the tourists have long gone back.
    the corner at golden hour | bring nothing. half of {place} turns orange for ten minutes.`),
  products: points(`
    the boring basic | not pretty, not new, used every single day. start here.
    the small size first | find out whether you like it before it fills a shelf.
    the one you can repair | costs a little more now and nothing in three years.
    the one that does two jobs | less to carry, less to clean, less to lose.
    a good bag for all of it | you use what you can grab in one go.
    the refill version | same thing inside, a tenth of the rubbish.
    the one your grandmother had | some designs were finished in 1960.
    the quiet upgrade | nobody will notice but you, twice a day, for years.
    something to write on | what worked, what didn't. still the cheapest tool there is.
    nothing, for a week | see what you really miss. then buy exactly that.`),
  lessons: points(`
    slow is also moving | most of what i know about {s} came in very small pieces.
    the beginning is the worst part | if it's hard now, you're right on time.
    nobody is watching that closely | i worried for a year about things no one saw.
    good enough leaves the house | perfect is still in the drawer.
    ask earlier | the answer was one question away, and i walked round it for months.
    rest belongs to it | the days off were when things fell into place.
    you can change your mind | i started {s} one way and ended up somewhere better.
    keep the first version | it's embarrassing now and priceless later.
    the dull days count double | anyone can do it when it's exciting.
    say thank you sooner | to the people who put up with my talk about {s}.`),
}

export const GENERIC_EMOJI = ['✨', '🌱', '💡', '📌', '🙌', '☕'] as const
