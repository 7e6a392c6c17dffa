import type { Random } from '../kit/random.ts'
import { generalPoints, generalQuote, generalTalk } from './general.ts'
import { toneOpening } from './hooks.ts'
import { choosePoints, emojiFor, softSell, withEmoji } from './numbered-list.ts'
import type { Point } from './marked-text.ts'
import type { WriterRequest } from './request.ts'
import { labelled, photoWords, strongestWord, type Topic } from './topic.ts'
import { titleSlide, type WrittenSlide } from './written-slide.ts'

const LINES_MIN = 3

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+/u).filter((sentence) => sentence !== '')

/** A point in three or four short lines. */
function asLines({ title, description }: Point): string[] {
  const [first = '', ...others] = sentencesOf(description)
  const head = /[?!]$/.test(title) ? title : `${title}.`
  if (others.length > 0) return [head, first, others.join(' ')]
  // One sentence is parted at its last pause, so that no line is long.
  const pause = first.lastIndexOf(', ')
  return pause < 0 ? [head, first] : [head, first.slice(0, pause + 1), first.slice(pause + 2)]
}

interface Thought {
  title: string
  emphasis: string
  photo: string
  lines: string[]
}

/** Thoughts for one reader: those that are written so, then the points of the list. */
function thoughtsAbout(topic: Topic, count: number, random: Random): Thought[] {
  const written = topic.known?.personal.slides.slice(0, count) ?? []
  const own = written.map((thought): Thought => ({ ...thought, emphasis: strongestWord(thought.lines[0] ?? '') }))
  const titles = new Set(own.map(({ title }) => title))
  const points = choosePoints(topic, topic.known ? topic.known.points.length : count, random)
  const more = [...points, ...(topic.known ? generalPoints(topic, count, random) : [])]
    .map((point): Thought => ({ ...point, lines: asLines(point) }))
    .filter(({ title, lines }) => !titles.has(title) && lines.length >= LINES_MIN)
  return [...own, ...more].slice(0, count)
}

/** A cover that names the reader, then slides of three or four short lines. */
export function writePersonal(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const count = Math.max(0, request.slides - 1)
  const emoji = emojiFor(topic, random)
  const { photo, ...cover } = topic.known?.personal.cover ?? {
    text: labelled(topic.label, 'this one is for you'),
    emphasis: strongestWord(topic.label),
    photo: photoWords(topic.label),
  }
  const title = [toneOpening(request.tone, random), cover.text].filter(Boolean).join(' ')
  const slides = [titleSlide({ text: withEmoji(title, emoji[0]), emphasis: cover.emphasis }, photo)]
  thoughtsAbout(topic, count, random).forEach((thought, index) => {
    const isCompany = request.company !== '' && request.softSellSlide === index + 2
    const point = isCompany ? softSell(request, thought.photo, random) : null
    const lines = point ? asLines(point) : thought.lines
    const last = index === count - 1 ? withEmoji(lines.at(-1) ?? '', emoji[1]) : (lines.at(-1) ?? '')
    slides.push({
      ...titleSlide({ text: point?.title ?? thought.title, emphasis: (point ?? thought).emphasis }, thought.photo),
      lines: [...lines.slice(0, -1), last],
    })
  })
  return slides
}

/** A question to everyone, and an answer that goes first. */
export function writeQuestion(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const [emoji] = emojiFor(topic, random)
  const opening = toneOpening(request.tone, random)
  const talk = generalTalk(topic, random)
  const known = topic.known?.question
  const question = known ?? { ...talk.question, photo: photoWords(topic.label) }
  const answer = known?.answer ?? {
    title: talk.answer.text,
    emphasis: talk.answer.emphasis,
    description: talk.invite,
    photo: question.photo,
  }
  return [
    titleSlide({ text: [opening, question.text].filter(Boolean).join(' '), emphasis: question.emphasis }, question.photo),
    {
      ...titleSlide({ text: answer.title, emphasis: answer.emphasis }, answer.photo),
      description: withEmoji(answer.description, emoji),
    },
  ].slice(0, request.slides)
}

/** One quote. */
export function writeQuote(topic: Topic, random: Random): WrittenSlide[] {
  const [emoji] = emojiFor(topic, random)
  const quote = topic.known?.quote ?? {
    ...generalQuote(random),
    title: topic.label.split(' ').length <= 4 ? topic.label : photoWords(topic.label) || topic.label,
    photo: photoWords(topic.label),
  }
  return [{ ...titleSlide({ text: quote.title, emphasis: quote.emphasis }, quote.photo), lines: [withEmoji(quote.text, emoji)] }]
}
