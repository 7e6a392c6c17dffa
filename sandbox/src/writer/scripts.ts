import { z } from 'zod'
import { pick, shuffle, type Random } from '../kit/random.ts'
import { pointsSchema } from './marked-text.ts'
import { withEmoji } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import banks from './scripts.json' with { type: 'json' }
import type { Topic } from './topic.ts'
import { titleSlide, type WrittenSlide } from './written-slide.ts'

const bankSchema = z.object({
  match: z.string().transform((source) => new RegExp(source, 'u')),
  /** Languages written in it, as users call them. */
  names: z.string().transform((source) => new RegExp(source, 'iu')),
  question: z.string(),
  answer: z.string(),
  invite: z.string(),
  quote: z.string(),
  points: pointsSchema,
})

/** Short banks for topics in other scripts: questions that can be asked about any subject. */
export const BANKS = z.array(bankSchema).parse(banks)

export type Bank = Pick<z.output<typeof bankSchema>, 'question' | 'answer' | 'invite' | 'quote' | 'points'>

/** The bank for a topic in another script than Latin; null when most of it is Latin, or the script is unknown. */
export function bankOfScript(topic: string): Bank | null {
  const letters = [...topic].filter((char) => /\p{L}/u.test(char))
  const foreign = letters.filter((char) => !/\p{Script=Latin}/u.test(char))
  if (foreign.length * 2 <= letters.length) return null
  // Japanese mixes scripts: its word bank comes before the Chinese one, and any kana decides.
  return BANKS.find((bank) => bank.match.test(topic)) ?? null
}

/** Slides in the topic's own language, of questions that can be asked about any subject. */
export function writeFromBank(request: WriterRequest, topic: Topic, { bank, random }: { bank: Bank; random: Random }): WrittenSlide[] {
  const title = request.topic.trim().replace(/\s+/g, ' ')
  const emoji = pick(random, ['✨', '🌱', '☀️', '🌿'])
  const slideOf = (text: string) => titleSlide({ text, emphasis: '' }, '')
  if (request.format === 'multi-photo-video') return [{ ...slideOf(title), lines: [withEmoji(bank.quote, emoji)] }]
  if (request.format === 'question-users') {
    return [slideOf(`${title}: ${bank.question}`), { ...slideOf(bank.answer), description: withEmoji(bank.invite, emoji) }].slice(
      0,
      request.slides,
    )
  }
  const chosen = shuffle(random, bank.points).slice(0, Math.max(0, request.slides - 1))
  const personal = request.format === 'directly-personal'
  return [
    slideOf(withEmoji(title, emoji)),
    ...chosen.map((point, index) => {
      const company = request.company && request.softSellSlide === index + 2 ? ` ${request.company}` : ''
      const [first = '', ...rest] = point.description.split(/(?<=[,،、，]) ?/u)
      const lines = personal ? [point.title + company, first, rest.join(' '), topic.text].filter(Boolean) : []
      return {
        ...slideOf((personal ? point.title : `${index + 1}. ${point.title}`) + (personal ? '' : company)),
        description: personal ? null : point.description,
        lines,
      }
    }),
  ]
}
