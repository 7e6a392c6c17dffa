import { z } from 'zod'
import domains from './domains.json' with { type: 'json' }

/** One point of a list: a short title and why or how. Written as "title | description" in the banks. */
export type Point = z.output<typeof pointSchema>

const pointSchema = z.string().transform((line) => {
  const [title = '', description = ''] = line.split(' | ')
  return { title, description }
})

export const pointsSchema = z.array(pointSchema)

const domainSchema = z.object({
  name: z.string(),
  /** Words of a topic that lead here. */
  match: z.string().transform((source) => new RegExp(source, 'g')),
  emoji: z.array(z.string()),
  /** Things to do. */
  tips: pointsSchema,
  mistakes: pointsSchema,
  signs: pointsSchema,
  /** Whether the signs are those of something wrong ("signs you need ...") or of something good. */
  signsOf: z.enum(['trouble', 'good']),
})

/** Vocabulary of one area of life. */
export type Domain = Readonly<z.output<typeof domainSchema>>

const DOMAINS: readonly Domain[] = z.array(domainSchema).parse(domains)

/** Words that say little about the field: they count half. */
const WEAK =
  /^(?:habits?|life|change|style|date|love|run|steps|read|success|discipline|notes|break|series|shows|home|room|apps?|learn|learning|tired|art|goals?|city|cities|water|school|shop|store|face|photos?)$/

/** The field of life a topic is about: the one with most of its words in it, the later one on a tie ("calm mornings"); null when none fits. */
export function domainOf(topic: string): Domain | null {
  let best: { domain: Domain; weight: number; at: number } | null = null
  for (const domain of DOMAINS) {
    const found = [...topic.matchAll(domain.match)]
    const weight = found.reduce((sum, match) => sum + (WEAK.test(match[0]) ? 0.5 : 1), 0)
    const at = found.at(-1)?.index
    if (at === undefined) continue
    if (!best || weight > best.weight || (weight === best.weight && at > best.at)) best = { domain, weight, at }
  }
  return best?.domain ?? null
}
