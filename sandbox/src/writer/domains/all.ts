import { bodyDomains } from './body.ts'
import type { Domain } from './domain.ts'
import { homeDomains } from './home.ts'
import { peopleDomains } from './people.ts'
import { workDomains } from './work.ts'

const DOMAINS: readonly Domain[] = [...bodyDomains, ...homeDomains, ...workDomains, ...peopleDomains]

/** Words that say little about the field: they count half. */
const WEAK =
  /^(?:habits?|life|change|style|date|love|run|steps|read|success|discipline|notes|break|series|shows|home|room|apps?|learn|learning|tired|art|goals?|city|cities|water|school|shop|store|face|photos?)$/

/** The field of life a topic is about: the one with most of its words in it, the later one on a tie ("calm mornings"); null when none fits. */
export function domainOf(topic: string): Domain | null {
  let best: { domain: Domain; weight: number; at: number } | null = null
  for (const domain of DOMAINS) {
    const found = [...topic.matchAll(new RegExp(domain.match, 'g'))]
    const weight = found.reduce((sum, match) => sum + (WEAK.test(match[0]) ? 0.5 : 1), 0)
    const at = found.at(-1)?.index
    if (at === undefined) continue
    if (!best || weight > best.weight || (weight === best.weight && at > best.at)) best = { domain, weight, at }
  }
  return best?.domain ?? null
}
