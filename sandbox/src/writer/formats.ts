import { pick, shuffle, type Random } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import { choosePoints, emojiFor, softSell, withEmoji, type WrittenSlide } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import type { Topic } from './topic.ts'

const PERSONAL_COVERS = [
  'this is for you if {s} feels like a lot right now',
  'read this slowly if you keep thinking about {s}',
  'to the one who saved nine posts about {s}',
  'you and {s}: a short honest talk',
] as const

/** Openings of a thought, each carried on by a point of the list. */
const THOUGHTS = [
  ["you're not behind.", "you're just looking at everyone else's middle."],
  ['you keep waiting for a better week.', 'there is only this one, and it has a tuesday.'],
  ['no one saw you try yesterday.', 'you did, though. that counts.'],
  ['you tell yourself you should know this by now.', 'who was supposed to teach you?'],
  ["you've started over again and again.", 'that also means you never stopped.'],
  ['you make it look easy from outside.', "i know it isn't."],
  ['you think it has to be big.', 'it only has to be yours.'],
  ['you read the advice and then you rest your eyes.', "that's okay. pick one line."],
  ['you were never lazy.', 'you were tired of doing it alone.'],
] as const

/** A cover that names the reader, then slides of three or four short lines. */
export function writePersonal(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const count = Math.max(0, request.slides - 1)
  const emoji = emojiFor(topic, random)
  const cover = [toneOpening(request.tone, random), pick(random, PERSONAL_COVERS).replace('{s}', topic.subject)].filter(Boolean).join(' ')
  const points = choosePoints({ ...topic, kind: 'tips' }, count, random)
  const thoughts = shuffle(random, THOUGHTS)
  const slides: WrittenSlide[] = [{ title: withEmoji(cover, emoji[0]), description: null, lines: [] }]
  points.forEach((point, index) => {
    const shown = request.company && request.softSellSlide === index + 2 ? softSell(request, random) : point
    const [first = '', second = ''] = thoughts[index % thoughts.length] ?? []
    const lines =
      index % 3 === 2
        ? [first, `so: ${shown.title}.`, shown.description]
        : [first, second, `${index % 2 ? 'try this' : 'today'}: ${shown.title}.`, shown.description]
    const last = index === count - 1 ? withEmoji(lines.at(-1) ?? '', emoji[1]) : (lines.at(-1) ?? '')
    slides.push({ title: shown.title, description: null, lines: [...lines.slice(0, -1), last] })
  })
  return slides
}

const QUESTIONS = [
  "what's one thing about {s} no one warned you about?",
  "what's the smallest thing that changed {s} for you?",
  'when it comes to {s}, what would you never give up?',
  "{s}: what's your most unpopular opinion?",
  'what did you believe about {s} a year ago?',
  "if a friend asked you about {s} tonight, what's the first thing you'd say?",
] as const

const INVITES = [
  "now you. one line is enough, i'm reading all of them",
  'your turn in the comments, short answers are the best ones',
  "tell me yours. i'll steal the good ones",
  "drop yours below so that i'm not the only one",
] as const

/** A question to everyone, and an answer that goes first. */
export function writeQuestion(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const [emoji] = emojiFor(topic, random)
  const [point] = choosePoints({ ...topic, kind: 'tips' }, 1, random)
  const question = topic.text.endsWith('?') ? topic.text : pick(random, QUESTIONS).replace('{s}', topic.subject)
  const opening = toneOpening(request.tone, random)
  return [
    { title: [opening, question].filter(Boolean).join(' '), description: null, lines: [] },
    { title: `i'll go first: ${point?.title ?? 'i started too late'}`, description: withEmoji(pick(random, INVITES), emoji), lines: [] },
  ].slice(0, request.slides)
}

const QUOTES = [
  'one day you will look back and {s} will be the part where it began.',
  'keep going. {s} is built on days that looked like nothing.',
  'you do not need a new life. you need ten minutes for {s} today.',
  'no one starts ready. you start, and {s} meets you on the way.',
  'the quiet work counts. {s} grows while no one claps.',
  'be gentle and be stubborn. that is all {s} ever asked of you.',
] as const

/** One quote. */
export function writeQuote(topic: Topic, random: Random): WrittenSlide[] {
  const [emoji] = emojiFor(topic, random)
  return [
    {
      title: topic.subject.split(' ').slice(0, 4).join(' '),
      description: null,
      lines: [withEmoji(pick(random, QUOTES).replace('{s}', topic.subject), emoji)],
    },
  ]
}
