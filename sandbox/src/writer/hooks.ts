import { pick, type Random } from '../kit/random.ts'
import type { Topic } from './topic.ts'

const ASIDES = {
  tips: ['(number {n} is free)', '(save this for later)', '(start with number {n})', '(i use {n} every day)', '(you only need one)'],
  mistakes: ['(i made all of them)', '(number {n} hurts)', '(be kind to yourself)', '(number {n} is so common)'],
  signs: ['(number {n} got me)', '(be honest)', '(number {n} is the quiet one)', '(how many are yours?)'],
  reasons: ['(number {n} convinced me)', '(read {n} twice)', '(no pressure)', '(if you need a push)'],
  causes: ['(number {n} makes sense)', '(i looked into it)', '(watch for number {n})'],
  places: ['(save before you go)', '(number {n} is my favourite)', '(tell no one)', '(go early)'],
  products: ['(number {n} costs nothing)', '(no hauls, just these)', '(number {n} first)'],
  lessons: ['(number {n} took me years)', '(saving you some time)', '(number {n} still stings)'],
} as const

const HEADLINES = [
  '{n} small things that make {s} easier',
  '{n} things about {s} i should have known sooner',
  'what i tell everyone who asks about {s}',
  '{n} gentle ways into {s}',
  '{s}, the simple way',
  'how to get more out of {s}',
] as const

/** A front word for the tones people ask for. */
const TONES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/playful|fun|funny|humou?r|silly/, ['okay but', 'in case you needed it:', 'do not panic:']],
  [/bold|direct|provocative|strong/, ['stop scrolling:', 'no one says it, so:', 'read this twice:']],
  [/calm|gentle|soft|warm|kind/, ['a quiet reminder:', 'take a breath.', 'no rush:']],
  [/professional|expert|serious|formal/, ['in practice:', 'what the work taught me:']],
]

/** The opening words a tone asks for; empty for the house voice. */
export function toneOpening(tone: string, random: Random): string {
  const found = TONES.find(([pattern]) => pattern.test(tone.toLowerCase()))
  return found ? pick(random, found[1]) : ''
}

/** Whether the topic already reads like a headline of its own. */
function isHeadline(topic: Topic): boolean {
  return topic.kind !== null && topic.text.split(' ').length <= 12
}

/** Title of the cover: the topic as a hook, its number put right when the list is shorter. */
export function coverTitle(topic: Topic, points: number, random: Random): string {
  const kind = topic.kind ?? 'tips'
  const favourite = String(Math.min(points, 2 + Math.floor(random() * 3)))
  const aside = pick(random, ASIDES[kind]).replace('{n}', favourite)
  if (!isHeadline(topic)) {
    const long = topic.text.split(' ').length > 9
    const base = long ? topic.text.split(' ').slice(0, 14).join(' ') : pick(random, HEADLINES)
    return `${base.replaceAll('{n}', String(points)).replaceAll('{s}', topic.subject)} ${aside}`
  }
  const text = topic.text.replace(/[.!…]+$/u, '')
  if (text.includes('(')) return text
  if (topic.number !== null && topic.number > points && topic.number <= 100) return `${text} (the ${points} that matter most)`
  if (topic.number === null && /^(?:how to|why|what|when|where|who)\b/.test(text)) return `${text} ${aside}`
  return topic.number === null && !/^(?:my|the|a|an|one)\b/.test(text) ? `${points} ${text} ${aside}` : `${text} ${aside}`
}
