import { seeded, shuffle, type Random } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import { phrasesNamed, phrasesOf } from './languages.ts'
import { emojiFor } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import { labelled, LITTLE_WORDS, readTopic, type Topic } from './topic.ts'

/** A request for captions. */
export interface CaptionsPrompt {
  wanted: number
  /** In UTF-16 code units. */
  captionMax: number
  descriptionMax: number
  hashtags: number
  /** The texts of each slide. */
  slides: string[]
  /** Empty for the language of the slides. */
  language: string
}

export interface WrittenCaption {
  caption: string
  description: string
  hashtags: string[]
}

/** Captions for any topic; {t} is what it is called. */
const CAPTIONS = [
  'save this for later: {t}',
  'read to the last slide: {t}',
  'send this to someone who comes to mind: {t}',
  'slowly, one slide at a time: {t}',
  'let us talk about it: {t}',
  'for the next time it comes up: {t}',
  'your opinion, please: {t}',
] as const

const OPENINGS = [
  'swipe slowly, there is no test at the end.',
  'take the one that fits and leave the rest.',
  'short slides, made to be read on the way.',
  'save it now, read it again on sunday.',
  'the last slide is the one to argue about.',
] as const

const INVITES = [
  'which one would you answer first?',
  'tell me yours in the comments.',
  'what would you add?',
  "tag the friend who'll disagree.",
] as const

/** A text as a hashtag. */
const joined = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

function hashtagsFor({ known, label }: Topic, more: readonly string[], random: Random): string[] {
  if (known) return known.tags
  const words = label
    .split(/\s+/)
    .map(joined)
    .filter((word) => word.length > 3 && !LITTLE_WORDS.has(word))
  const whole = joined(label)
  const names = [...(whole !== '' && whole.length <= 30 ? [whole] : []), ...shuffle(random, words)]
  return [...new Set([...names, ...(more.length > 0 ? more : shuffle(random, ['savethis', 'askyourself', 'swipe', 'letstalk']))])]
}

/** The words for a topic: its own when they are written here, else those of a language, else those for any topic. */
function wordsFor(topic: Topic, phrases: ReturnType<typeof phrasesOf>): { captions: string[]; openings: string[]; invites: string[] } {
  const { known, label } = topic
  if (phrases)
    return {
      captions: phrases.hooks.map((hook) => hook.replaceAll('{s}', label)),
      openings: phrases.points.map(({ description }) => description),
      invites: phrases.invites,
    }
  if (known)
    return {
      captions: [...known.hooks, known.personal.cover, known.question].map(({ text }) => text),
      openings: known.points.map(({ title, description }) => labelled(title, description)),
      invites: [known.question.text, 'tell me yours in the comments.', 'what would you add?'],
    }
  return { captions: CAPTIONS.map((caption) => caption.replace('{t}', label)), openings: [...OPENINGS], invites: [...INVITES] }
}

const capitalized = (text: string) =>
  text.replaceAll(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/\s+\S*$/u, '')
}

/** Captions with different angles about the slides: the same for the same slides. */
export function writeCaptions(order: CaptionsPrompt, request: WriterRequest): WrittenCaption[] {
  const first = order.slides[0] ?? ''
  const topic = readTopic(request.topic || first || 'something worth sharing')
  const text = order.slides.join('\n')
  const random = seeded([request.seed, request.tone, request.company, request.topic, text].join('\u0000'))
  const phrases = phrasesNamed(order.language) ?? phrasesOf(text)
  const words = wordsFor(topic, phrases)
  const captions = shuffle(random, words.captions)
  const openings = shuffle(random, words.openings)
  const invites = topic.known && !phrases ? words.invites : shuffle(random, words.invites)
  const emoji = emojiFor(topic, random)
  const isCapitalized = /\p{Lu}/u.test(text)
  return Array.from({ length: order.wanted }, (_, index) => {
    const opening = phrases ? '' : toneOpening(request.tone, random)
    const caption = [opening, captions[index % captions.length] ?? '', emoji[index] ?? ''].filter(Boolean)
    const company = request.company && index === 1 ? `${request.company} ♥` : ''
    const description = [openings[index % openings.length] ?? '', invites[index % invites.length] ?? '', company].filter(Boolean).join(' ')
    const put = (sentence: string) => (isCapitalized ? capitalized(sentence) : sentence)
    return {
      caption: put(cut(caption.join(' '), order.captionMax)),
      description: put(cut(description, order.descriptionMax)),
      hashtags: hashtagsFor(topic, phrases?.tags ?? [], random).slice(0, order.hashtags),
    }
  })
}
