import { shuffle, type Random } from '../kit/random.ts'
import type { Topic } from './topic.ts'

export interface WrittenIdea {
  title: string
  description: string
}

/** Ideas with a number in them; {s} is the subject. */
const NUMBERED: readonly WrittenIdea[] = [
  { title: '5 signs {s} is good for you', description: 'small changes people notice first. end with the quiet one.' },
  { title: '7 small habits around {s}', description: 'one a slide, each doable in under ten minutes.' },
  { title: '3 mistakes everyone makes with {s}', description: 'start with the one you made yourself.' },
  { title: '6 reasons to start with {s} this week', description: 'keep the best for slide four, where people decide.' },
  { title: '4 things i stopped doing for {s}', description: 'what you left out, and what happened then.' },
]

const OPEN: readonly WrittenIdea[] = [
  { title: 'why it is hard to begin with {s}', description: 'name the feeling first, then take it apart.' },
  { title: 'what no one tells you about {s}', description: 'the boring truth, told kindly.' },
  { title: 'a day with {s}, hour by hour', description: 'photos from one real day, one line each.' },
  { title: 'how i would begin with {s} again', description: 'advice to yourself a year ago.' },
  { title: 'signs you are overthinking {s}', description: 'funny because true. people will tag friends.' },
  { title: 'the cheapest way into {s}', description: 'what you really need, and what can wait.' },
  { title: 'before and after: {s}', description: 'two pictures and the part in between.' },
  { title: 'things i believed about {s} that were wrong', description: 'one belief a slide, one sentence to answer it.' },
  { title: 'the traits of people who stick with {s}', description: 'none of them is talent.' },
  { title: 'the reason i nearly gave up on {s}', description: 'a small story with a turn on slide three.' },
  { title: 'questions to ask before you try {s}', description: 'let people answer in the comments.' },
  { title: 'my sunday routine for {s}', description: 'slow pictures, short lines.' },
  { title: '{s} when you have no time', description: 'a version for ten minutes, one for five, one for two.' },
  { title: 'unpopular opinion about {s}', description: 'say it plainly, then explain it softly.' },
  { title: 'what i use for {s}', description: 'only what is on the table right now. no hauls.' },
  { title: 'because you asked: {s}', description: 'answer three real comments.' },
  { title: '{s}, explained to a friend', description: 'no jargon. one picture in words per slide.' },
  { title: 'the first week of {s}', description: 'one honest line a day.' },
  { title: 'red flags in {s} videos', description: 'what to scroll past, and why.' },
  { title: 'how to make {s} stick', description: 'fixed hour, tiny start, visible place.' },
  { title: 'what {s} changed at home', description: 'the side effects no one mentions.' },
  { title: '{s} for complete beginners', description: 'three steps and a drawing.' },
  { title: 'save this before you try {s}', description: 'a checklist on the last slide.' },
  { title: 'the part of {s} i love most', description: 'one photo, one paragraph, no advice.' },
]

/** As many ideas as asked for (up to the bank's size), 3 or 4 of them numbered, in mixed order. */
export function writeIdeas(topic: Topic, count: number, random: Random): WrittenIdea[] {
  const numbered = shuffle(random, NUMBERED).slice(0, random() < 0.5 ? 3 : 4)
  const open = shuffle(random, OPEN).slice(0, Math.max(0, count - numbered.length))
  return shuffle(random, [...numbered, ...open])
    .slice(0, count)
    .map((idea) => ({ title: idea.title.replaceAll('{s}', topic.subject), description: idea.description.replaceAll('{s}', topic.subject) }))
}
