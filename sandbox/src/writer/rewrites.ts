import { pick, seeded, shuffle, type Random } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import { phrasesNamed } from './languages.ts'
import type { WriterRequest } from './request.ts'
import { labelled, readTopic } from './topic.ts'
import { writeSlides } from './writer.ts'

/** Texts to rewrite. */
export interface RewritePrompt {
  way: string
  wanted: number
  /** Content type of the slideshow. */
  type: string
  /** To translate into; empty for every other way. */
  language: string
  texts: string[]
  /** Words that a brand never uses. */
  never: string[]
  /** Texts that must not be repeated. */
  others: string[]
}

/** Hooks for any topic, before or after what it is called. */
const HOOKS_BEFORE = ['let us talk about it', 'one more look at this', 'read this slowly', 'worth a second thought'] as const
const HOOKS_AFTER = [
  'ask this first',
  'what would you ask?',
  'the short version',
  'in plain words',
  'what people mix up',
  'save this for later',
] as const

const CLOSERS = ['that is it.', 'full stop.', 'simple as that.', 'no more, no less.'] as const
const OPENINGS = ['between us:', 'to put it plainly:', 'here is the thing:', 'said with love:'] as const
const FILLERS = /\b(?:really|just|very|actually|simply|maybe|perhaps|quite|a bit|a little|kind of|sort of|of course)\s+/g
const LOOSE_END = /[\s,;:–-]+(?:a|an|the|of|and|or|but|to|in|on|at|with|for|is|are|your|my|that|than|as|by|it's)$/

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text) || !/\p{L}/u.test(text)
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** At most two thirds of the words, ending where a thought may end. */
function shorter(text: string): string {
  const plain = text.replace(/\s*\([^)]*\)/g, '').replace(FILLERS, '')
  const limit = Math.max(1, Math.floor((wordsOf(text).length * 2) / 3))
  const clause = wordsOf(plain.split(/(?<=[.!?;])\s|,\s|\n/)[0] ?? plain)
  let shortened = (clause.length <= limit ? clause : clause.slice(0, limit)).join(' ')
  for (let before = ''; before !== shortened;) {
    before = shortened
    shortened = shortened.replace(LOOSE_END, '')
  }
  return shortened.replace(/[,;:–-]+$/, '')
}

/** Main clauses as sentences, and a short one to end with. */
function punchier(text: string, random: Random): string {
  const plain = text.replace(FILLERS, '').replace(/[.!?…]+$/u, '')
  const sentences = plain.split(/,\s+(?:and\s+|but\s+)?|;\s+/).join('. ')
  return isLatin(text) ? `${sentences}. ${pick(random, CLOSERS)}` : `${sentences}. ⚡`
}

function inTone(text: string, tone: string, random: Random): string {
  // An opening of this kind that is already there makes way for the new one.
  const bare = text.replace(/^(?:[^\s:]+ ){0,4}[^\s:]+: /, '')
  return `${toneOpening(tone, random) || pick(random, OPENINGS)} ${bare}`
}

const PLAIN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\butili[sz]e\b/gi, 'use'],
  [/\bapproximately\b/gi, 'about'],
  [/\bcommence\b/gi, 'start'],
  [/\bpurchase\b/gi, 'buy'],
  [/\badditional\b/gi, 'more'],
  [/\brequires?\b/gi, 'needs'],
  [/\bin order to\b/gi, 'to'],
  [/\bnumerous\b/gi, 'many'],
  [/\bassistance\b/gi, 'help'],
  [/\bconsistently\b/gi, 'every day'],
]

/** Plain words, and a sentence for each clause. */
function simpler(text: string): string {
  const plain = PLAIN_WORDS.reduce((words, [long, short]) => words.replace(long, short), text.replace(FILLERS, ''))
  const sentences = plain
    .replace(/\s*\([^)]*\)/g, '')
    .split(/,\s+(?:and\s+|but\s+|so that\s+)?|;\s+/)
    .join('. ')
  if (sentences !== text) return sentences
  return isLatin(text) ? `just ${text}` : `${text} 🙂`
}

const CORRECTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bteh\b/gi, 'the'],
  [/\brecieve/gi, 'receive'],
  [/\bdefinately\b/gi, 'definitely'],
  [/\bseperate/gi, 'separate'],
  [/\balot\b/gi, 'a lot'],
  [/\btommorow\b/gi, 'tomorrow'],
  [/\b(do|does|is|are|ca|wo|did)nt\b/gi, "$1n't"],
  [/ {2,}/g, ' '],
  [/\s+([,.!?])/g, '$1'],
]

const corrected = (text: string): string => CORRECTIONS.reduce((words, [wrong, right]) => words.replace(wrong, right), text)

/** The text without the words, and without what they leave behind. */
function without(text: string, words: readonly string[]): string {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`))
  const rest = escaped.reduce(
    (left, word) => left.replaceAll(new RegExp(String.raw`(?<!\p{Script=Latin})${word}(?!\p{Script=Latin})`, 'giu'), ''),
    text,
  )
  const tidy = rest
    .replaceAll(/\s+([,.!?:;])/g, '$1')
    .replaceAll(/\s{2,}/g, ' ')
    .replace(/^[\s,.:;!?]+/, '')
    .trim()
  return tidy === '' ? 'one small thing' : tidy
}

/** Texts of the same kind in another language; a language that is unknown here only names itself. */
function translations(text: string, language: string, isLong: boolean): string[] {
  const phrases = phrasesNamed(language)
  if (!phrases) return [`${text} (${language.toLowerCase()})`]
  return phrases.points.map(({ title, description }) => (isLong ? description : title))
}

function hooksFor(request: WriterRequest): string[] {
  const { known, label } = readTopic(request.topic)
  if (known) return [...known.hooks, known.personal.cover, known.question, { text: known.topic }].map(({ text }) => text)
  return [...HOOKS_BEFORE.map((hook) => `${hook}: ${label}`), ...HOOKS_AFTER.map((hook) => labelled(label, hook))]
}

/** Other texts of the same kind: hooks for a hook, points for a point, sentences for a sentence. */
function fresh(request: WriterRequest, isHook: boolean, isLong: boolean): string[] {
  if (isHook && isLatin(request.topic)) return hooksFor(request)
  const slides = writeSlides({ ...request, format: 'numbered-list', slides: 12 }).slice(1)
  return slides.map((slide) => (isLong ? (slide.description ?? '') : slide.title.replace(/^\d+\. /, ''))).filter((text) => text !== '')
}

/** The texts an order asks for: the same for the same order, others for every way. */
export function writeRewrite(order: RewritePrompt, request: WriterRequest): string[] {
  const topic = request.topic || order.texts.find((text) => text !== '') || 'something worth sharing'
  const rewriteRequest = { ...request, topic }
  const used = new Set([...order.texts, ...order.others])
  const take = (candidates: string[], random: Random) => {
    const found = shuffle(random, candidates).find((text) => !used.has(text)) ?? pick(random, candidates)
    used.add(found)
    return found
  }
  if (order.way === 'alternatives') {
    const random = seeded([request.seed, order.way, topic, ...order.texts].join('\u0000'))
    return Array.from({ length: order.wanted }, () => take(fresh(rewriteRequest, true, false), random))
  }
  return order.texts.map((text, index) => {
    const random = seeded([request.seed, order.way, request.tone, topic, index, text].join('\u0000'))
    const number = /^\d+\. /.exec(text)?.[0] ?? ''
    const bare = text.slice(number.length)
    const isLong = wordsOf(bare).length > 9
    const isHook = order.type === 'numbered-list' && number === '' && index === 0 && !isLong
    if (order.way === 'avoid') return number + without(bare, order.never)
    if (order.way === 'shorter') return number + shorter(bare)
    if (order.way === 'simpler') return number + simpler(bare)
    if (order.way === 'spelling') return number + corrected(bare)
    if (order.way === 'translate' && !/^english$/i.test(order.language.trim()))
      return number + take(translations(bare, order.language, isLong), random)
    if (order.way === 'punchier') return number + punchier(bare, random)
    if (order.way === 'tone') return number + inTone(bare, request.tone, random)
    return number + take(fresh({ ...rewriteRequest, seed: `${request.seed}${text}` }, isHook, isLong), random)
  })
}
