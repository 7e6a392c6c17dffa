import { shuffle, type Random } from '../kit/random.ts'
import { labelled, type Topic } from './topic.ts'

export interface WrittenIdea {
  title: string
  description: string
}

/** Ideas with a number in them, each for what follows the topic. */
const NUMBERED: readonly WrittenIdea[] = [
  { title: '5 questions to ask first', description: 'one question a slide. end with the one you were afraid to ask.' },
  { title: '7 things people mix up', description: 'what is often said first, what you found below it.' },
  { title: '3 opinions, side by side', description: 'yours comes last, and is the shortest.' },
  { title: '6 honest answers', description: 'take the questions from your own comments.' },
  { title: '4 words to know', description: 'one word a slide, one everyday example each.' },
]

const OPEN: readonly WrittenIdea[] = [
  { title: 'what surprised me most', description: 'say it on slide one, explain it on slide two.' },
  { title: 'explained to a friend', description: 'no jargon. one picture in words per slide.' },
  { title: 'in one minute', description: 'six slides, ten seconds each, nothing that is not needed.' },
  { title: 'what i believed a year ago', description: 'one belief a slide, one sentence to answer it.' },
  { title: 'the part that most posts leave out', description: 'name it first, then show it.' },
  { title: 'unpopular opinion', description: 'say it plainly, then explain it softly.' },
  { title: 'for complete beginners', description: 'three steps and a drawing.' },
  { title: 'what i tell everyone who asks', description: 'write it the way you say it out loud.' },
  { title: 'true or false?', description: 'a claim on one slide, the answer on the next.' },
  { title: 'a small story with a turn', description: 'the turn belongs on slide three.' },
  { title: 'because you asked', description: 'answer three real comments, with their names removed.' },
  { title: 'the simplest version', description: 'leave out all that you can. what stays is the post.' },
  { title: 'red flags in advice', description: 'what to scroll past, and why.' },
  { title: 'my opinion in five slides', description: 'one sentence each. the comments do the rest.' },
  { title: 'save this for later', description: 'everything worth keeping on one page, at the end.' },
  { title: 'this or that?', description: 'two photos a slide. ask for a letter in the comments.' },
  { title: 'the first question everyone asks', description: 'answer it once, well, and pin the post.' },
  { title: 'what i still do not know', description: 'ask it openly. your audience has the answer.' },
  { title: 'the answer in one sentence', description: 'then one slide for each word that needs explaining.' },
  { title: 'why people disagree', description: 'one side a slide. let the comments choose.' },
  { title: 'what the other side says', description: 'as fairly as you can, and only then your answer.' },
  { title: 'signs of a good source', description: 'three sources you trust, one line on each.' },
  { title: 'signs that someone really knows', description: 'they say what they are not sure of. start there.' },
]

/** Concrete ideas about a topic that the writer knows. */
function knownIdeas({ known }: Topic): WrittenIdea[] {
  if (!known) return []
  const { hooks, personal, points } = known
  return [...hooks, personal.cover].map(({ text }, index) => ({
    title: text,
    description: `begin with this one: ${points[index]?.title ?? ''}`,
  }))
}

/** As many ideas as asked for (up to the bank's size), 3 or 4 of them numbered, in mixed order. */
export function writeIdeas(topic: Topic, count: number, random: Random): WrittenIdea[] {
  const numbered = shuffle(random, NUMBERED).slice(0, random() < 0.5 ? 3 : 4)
  const own = knownIdeas(topic).slice(0, Math.max(0, count - numbered.length))
  const open = shuffle(random, OPEN).slice(0, Math.max(0, count - numbered.length - own.length))
  return shuffle(random, [
    ...own,
    ...numbered.map(({ title, description }) => ({ title: `${title}: ${topic.label}`, description })),
    ...open.map(({ title, description }) => ({ title: labelled(topic.label, title), description })),
  ]).slice(0, count)
}
