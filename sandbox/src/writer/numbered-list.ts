import { chooseInOrder, pick, shuffle, type Random } from '../kit/random.ts'
import { generalCover, generalPoints } from './general.ts'
import { toneOpening } from './hooks.ts'
import type { KnownTopic } from './known-topics.ts'
import { marked, type MarkedText, type Point } from './marked-text.ts'
import type { WriterRequest } from './request.ts'
import { photoWords, type Topic } from './topic.ts'
import { titleSlide, type WrittenSlide } from './written-slide.ts'

const GENERAL_EMOJI = ['✨', '💡', '📌', '👀', '🙌', '💬'] as const

/** The slides that talk to the reader, as points. */
function thoughtsAsPoints({ personal }: KnownTopic): Point[] {
  return personal.slides.map(({ title, photo, lines }) => ({ title, emphasis: '', description: lines.join(' '), photo }))
}

/** As many different points as asked for: the topic's own first, then those that fit every topic. */
export function choosePoints(topic: Topic, count: number, random: Random): Point[] {
  const own = topic.known ? [...chooseInOrder(random, topic.known.points, count), ...thoughtsAsPoints(topic.known)].slice(0, count) : []
  return [...own, ...generalPoints(topic, count - own.length, random)]
}

/** Titles of the point about the company; {c} is its name. */
const SOFT_SELLS = ['and then there is *{c}*', 'a word from *{c}*', 'where *{c}* comes in', 'made with care: *{c}*'] as const
const SOFT_SELL_ENDS = [
  "that's us. ask us anything in the comments.",
  "that's us, and it's our only plug.",
  "that's us. write to us, we read every message.",
] as const

/** First sentence of what the company says about itself, short enough for a slide. */
function aboutCompany(about: string): string {
  const sentence = about.trim().split(/(?<=[.!?])\s|\n/)[0] ?? ''
  const short = sentence.length > 80 ? sentence.slice(0, 80).replace(/\s+\S*$/, '') : sentence
  return short === '' || /[.!?]$/.test(short) ? short.toLowerCase() : `${short.toLowerCase()}.`
}

/** A point that works the company in, and says that it is the author. It takes the place, and the photo, of another point. */
export function softSell(request: WriterRequest, photo: string, random: Random): Point {
  const { text, emphasis } = marked(pick(random, SOFT_SELLS).replace('{c}', request.company.toLowerCase()))
  const description = [aboutCompany(request.about), pick(random, SOFT_SELL_ENDS)].filter(Boolean).join(' ')
  return { title: text, emphasis, description, photo }
}

/** One to three emojis a slideshow: on the cover, and on some of the points. */
export function emojiFor(topic: Topic, random: Random): string[] {
  return shuffle(random, topic.known?.emoji ?? GENERAL_EMOJI).slice(0, 1 + Math.floor(random() * 3))
}

/** The cover of a list with this many points. */
export function listCover(topic: Topic, points: number, random: Random): MarkedText & { photo: string } {
  if (!topic.known) return { ...generalCover(topic, points, random), photo: photoWords(topic.label) }
  const { cover, hooks } = topic.known
  const { text, emphasis } = points < 2 && cover.text.includes('{n}') ? (hooks[0] ?? cover) : cover
  return { text: text.replace('{n}', String(points)), emphasis, photo: cover.photo }
}

/** Cover and one point a slide. */
export function writeNumberedList(request: WriterRequest, topic: Topic, random: Random): WrittenSlide[] {
  const count = Math.max(0, request.slides - 1)
  const emoji = emojiFor(topic, random)
  const { photo, ...cover } = listCover(topic, count, random)
  const title = [toneOpening(request.tone, random), cover.text].filter(Boolean).join(' ')
  const slides = [titleSlide({ text: withEmoji(title, emoji[0]), emphasis: cover.emphasis }, photo)]
  choosePoints(topic, count, random).forEach((point, index) => {
    const number = index + 2
    const shown = request.company && request.softSellSlide === number ? softSell(request, point.photo, random) : point
    const mark = index === Math.floor(count / 2) ? emoji[1] : index === count - 1 ? emoji[2] : undefined
    slides.push({
      ...titleSlide({ text: `${index + 1}. ${shown.title}`, emphasis: shown.emphasis }, shown.photo),
      description: withEmoji(shown.description, mark),
    })
  })
  return slides
}

/** Puts an emoji at the end, before a closing part in parentheses. */
export function withEmoji(text: string, emoji: string | undefined): string {
  if (!emoji) return text
  const aside = text.lastIndexOf(' (')
  return aside > 0 && text.endsWith(')') ? `${text.slice(0, aside)} ${emoji}${text.slice(aside)}` : `${text} ${emoji}`
}
