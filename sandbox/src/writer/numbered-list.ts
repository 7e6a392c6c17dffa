import { pick, shuffle, type Random } from '../kit/random.ts'
import { z } from 'zod'
import { pointsSchema, type Domain, type Point } from './domains.ts'
import genericPoints from './generic.json' with { type: 'json' }
import { coverTitle, toneOpening } from './hooks.ts'
import type { WriterRequest } from './request.ts'
import type { ListKind, Topic } from './topic.ts'

const listKindSchema = z.enum(['tips', 'mistakes', 'signs', 'reasons', 'causes', 'places', 'products', 'lessons'])

/** Points that hold for any subject; {s} is the subject, {place} a place. They fill up what a domain's own bank lacks. */
const GENERIC: Record<ListKind, readonly Point[]> = z.record(listKindSchema, pointsSchema).parse(genericPoints)

const GENERIC_EMOJI = ['✨', '🌱', '💡', '📌', '🙌', '☕'] as const

export interface WrittenSlide {
  title: string
  description: string | null
  lines: string[]
}

const TROUBLE = /\b(?:need|needs|lack|missing|too|stop|not|never|bad|toxic|wrong|red flags|tired|problem|burn\w*|over\w+|un\w+|low)\b/

function bankOf(domain: Domain, { kind, text }: Topic): readonly Point[] {
  if (kind === 'mistakes') return domain.mistakes
  // Good signs under "signs you need ..." would say the opposite; the general ones are those of trouble.
  if (kind === 'signs') return domain.signsOf === 'good' && TROUBLE.test(text) ? [] : domain.signs
  return kind === null || kind === 'tips' || kind === 'lessons' ? domain.tips : []
}

function fill(point: Point, topic: Topic): Point {
  const put = (text: string) => text.replaceAll('{s}', topic.subject).replaceAll('{place}', topic.place || topic.subject)
  return { title: put(point.title), description: put(point.description) }
}

/** As many different points as asked for: the domain's own first, then those that hold for any subject. */
export function choosePoints(topic: Topic, count: number, random: Random): Point[] {
  const own = topic.domain ? shuffle(random, bankOf(topic.domain, topic)) : []
  const generic = shuffle(random, GENERIC[topic.kind ?? 'tips'])
  // A list about a known field gets its own points; the subject itself comes up in at least one of the others.
  const named = generic.filter((point) => /\{(?:s|place)\}/.test(point.title + point.description))
  const chosen =
    own.length > 0
      ? own.slice(0, count)
      : [...named.slice(0, 2), ...generic.filter((point) => !named.slice(0, 2).includes(point))].slice(0, count)
  const more = generic.filter((point) => !chosen.includes(point)).slice(0, count - chosen.length)
  const ordered = own.length > 0 ? [...chosen, ...more] : shuffle(random, chosen)
  return ordered.map((point) => fill(point, topic))
}

const SOFT_SELLS: readonly Point[] = [
  { title: 'let {c} do the boring part', description: '{about} i tried the long way first. this is the one i kept.' },
  { title: 'the {c} shelf', description: '{about} not a must. just the thing i would pack first.' },
  { title: 'my shortcut is {c}', description: '{about} it took one decision off my list, and that was the one i always skipped.' },
  { title: 'one thing i happily pay for: {c}', description: '{about} good work, no drama, still here next week.' },
  { title: 'keep {c} within reach', description: '{about} what is close by gets used. that is the whole trick.' },
]

/** First sentence of what the company says about itself, short enough for a slide. */
function aboutCompany(about: string): string {
  const sentence = about.trim().split(/(?<=[.!?])\s|\n/)[0] ?? ''
  const short = sentence.length > 80 ? sentence.slice(0, 80).replace(/\s+\S*$/, '') : sentence
  if (!short) return 'made by people who care about exactly this.'
  return /[.!?]$/.test(short) ? short.toLowerCase() : `${short.toLowerCase()}.`
}

/** A point that works the company in. */
export function softSell(request: WriterRequest, random: Random): Point {
  const point = pick(random, SOFT_SELLS)
  return {
    title: point.title.replace('{c}', request.company.toLowerCase()),
    description: point.description.replace('{about}', aboutCompany(request.about)),
  }
}

/** One to three emojis a slideshow: on the cover, and on some of the points. */
export function emojiFor(topic: Topic, random: Random): string[] {
  return shuffle(random, topic.domain?.emoji ?? GENERIC_EMOJI).slice(0, 1 + Math.floor(random() * 3))
}

/** Cover and one point a slide. */
export function writeNumberedList(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const count = Math.max(0, request.slides - 1)
  const emoji = emojiFor(topic, random)
  const opening = toneOpening(request.tone, random)
  const cover = [opening, coverTitle(topic, count, random)].filter(Boolean).join(' ')
  const points = choosePoints(topic, count, random)
  const slides: WrittenSlide[] = [{ title: withEmoji(cover, emoji[0]), description: null, lines: [] }]
  points.forEach((point, index) => {
    const number = index + 2
    const shown = request.company && request.softSellSlide === number ? softSell(request, random) : point
    const mark = index === Math.floor(count / 2) ? emoji[1] : index === count - 1 ? emoji[2] : undefined
    slides.push({ title: `${index + 1}. ${shown.title}`, description: withEmoji(shown.description, mark), lines: [] })
  })
  return slides
}

/** Puts an emoji at the end, before a closing part in parentheses. */
export function withEmoji(text: string, emoji: string | undefined): string {
  if (!emoji) return text
  const aside = text.lastIndexOf(' (')
  return aside > 0 && text.endsWith(')') ? `${text.slice(0, aside)} ${emoji}${text.slice(aside)}` : `${text} ${emoji}`
}
