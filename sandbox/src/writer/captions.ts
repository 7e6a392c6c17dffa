import { pick, seeded, shuffle, type Random } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import { phrasesNamed, phrasesOf } from './languages.ts'
import { emojiFor } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import { readTopic, type Topic } from './topic.ts'

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

const CAPTIONS = [
  'save this: {s}',
  'which of these is you?',
  '{s}: the last one surprised me',
  '{s}: start with just one of these',
  'send this to someone who needs to hear it',
  '{s}, without the fluff',
  'i should have known this sooner: {s}',
] as const

const OPENINGS = [
  'swipe slowly, the best one is in the middle.',
  'none of this needs money or a free weekend.',
  'i tried all of them for a month.',
  'you can do the first one before dinner.',
  'it looks small. that is why it works.',
] as const

const INVITES = [
  'which one will you try first?',
  'tell me yours in the comments.',
  'save it for the day you need it.',
  'what would you add to the list?',
  "tag the friend who'd do all of them.",
] as const

const FEW_LETTERS = new Set(['the', 'and', 'for', 'that', 'this', 'with', 'you', 'your', 'are', 'not', 'before', 'things', 'about', 'from'])

/** A text as a hashtag. */
const joined = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The subject of the captions: a short topic without its number, else its subject. */
function subjectOf({ text, subject }: Topic): string {
  const bare = text.replace(/^\d+\s+/, '')
  return bare.split(' ').length <= 6 ? bare : subject
}

function hashtagsFor(topic: Topic, more: readonly string[], random: Random): string[] {
  const subject = subjectOf(topic)
  const words = subject
    .split(/\s+/)
    .map(joined)
    .filter((word) => word.length > 3 && !FEW_LETTERS.has(word))
  const whole = joined(subject)
  const names = [
    ...(whole !== '' && whole.length <= 30 ? [whole] : []),
    ...(topic.domain ? [topic.domain.name] : []),
    ...shuffle(random, words),
  ]
  return [...new Set([...names, ...(more.length > 0 ? more : shuffle(random, ['smallhabits', 'savethis', 'dailyreminder', 'swipe']))])]
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
  const captions = shuffle(random, phrases?.hooks ?? CAPTIONS)
  const openings = phrases?.points.map(({ description }) => description) ?? OPENINGS
  const invites = shuffle(random, phrases?.invites ?? INVITES)
  const emoji = emojiFor(topic, random)
  const isCapitalized = /\p{Lu}/u.test(text)
  return Array.from({ length: order.wanted }, (_, index) => {
    const opening = phrases ? '' : toneOpening(request.tone, random)
    const caption = [opening, captions[index % captions.length]?.replaceAll('{s}', subjectOf(topic)) ?? '', emoji[index] ?? ''].filter(
      Boolean,
    )
    const company = request.company && index === 1 ? `${request.company} ♥` : ''
    const description = [pick(random, openings), invites[index % invites.length] ?? '', company].filter(Boolean).join(' ')
    const put = (words: string) => (isCapitalized ? capitalized(words) : words)
    return {
      caption: put(cut(caption.join(' '), order.captionMax)),
      description: put(cut(description, order.descriptionMax)),
      hashtags: hashtagsFor(topic, phrases?.tags ?? [], random).slice(0, order.hashtags),
    }
  })
}
