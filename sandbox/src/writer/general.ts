import { chooseInOrder, pick, type Random } from '../kit/random.ts'
import { marked, pointsSchema, type MarkedText, type Point } from './marked-text.ts'
import general from './general.json' with { type: 'json' }
import { labelled, photoWords, strongestWord, type Topic } from './topic.ts'

/** Questions that can be asked about every topic. */
const QUESTIONS: readonly Point[] = pointsSchema.parse(general)

/** Words after the topic on a cover; {n} is the number of questions. */
const COVERS = ['{n} questions to ask first', '{n} questions worth asking', 'ask yourself these {n}'] as const
const LONE_COVERS = ['one question to ask first', 'one question worth asking', 'ask yourself this'] as const

const TALKS = [
  ['what would you *ask* first?', "i'd ask for *one real example*"],
  ['what do many people get *wrong*?', 'the part that everyone *repeats* unchecked'],
  ["what's your *honest* opinion?", 'mine has *changed* once already'],
  ['what *surprised* you most?', "how much i still *don't know*"],
] as const

const INVITES = [
  'now you. one line is enough.',
  'your turn in the comments. short answers are the best ones.',
  'now you, before you read what the others wrote.',
] as const

const QUOTES = [
  'ask the question that feels silly. *someone else* in the room has it too.',
  "you don't need every answer. *one good question* carries you through the day.",
  'stay curious a little longer. *the second look* shows what the first one missed.',
  'say it simply. *what is clear* to a friend has become clear to you.',
] as const

export interface GeneralTalk {
  question: MarkedText
  answer: MarkedText
  invite: string
}

/** Different points that fit every topic, as many as asked for while there are some. */
export function generalPoints(topic: Topic, count: number, random: Random): Point[] {
  const photo = topic.known ? topic.known.cover.photo : photoWords(topic.label)
  return chooseInOrder(random, QUESTIONS, count).map((point) => ({ ...point, photo }))
}

/** A cover for any topic: the topic, and how many questions follow. */
export function generalCover(topic: Topic, points: number, random: Random): MarkedText {
  const text = pick(random, points < 2 ? LONE_COVERS : COVERS).replace('{n}', String(points))
  return { text: labelled(topic.label, text), emphasis: strongestWord(topic.label) }
}

/** A question about any topic, and an answer that goes first. */
export function generalTalk(topic: Topic, random: Random): GeneralTalk {
  const [question, answer] = pick(random, TALKS)
  const asked = marked(question)
  const isAsked = /[?？]$/u.test(topic.text)
  return {
    question: isAsked ? { text: topic.text, emphasis: strongestWord(topic.label) } : { ...asked, text: labelled(topic.label, asked.text) },
    answer: marked(isAsked ? 'my answer has *changed* once already' : answer),
    invite: pick(random, INVITES),
  }
}

/** A quote that is true whatever the topic is. */
export const generalQuote = (random: Random): MarkedText => marked(pick(random, QUOTES))
