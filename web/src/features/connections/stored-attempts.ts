import type { PlatformId } from '@ninesixteen/shared/platforms'
import { forgetKept, keep, readKept } from '../../app/browser-storage.ts'

/** An authorisation that began in this browser. What is sealed in it the server alone can read. */
interface KeptAttempt {
  secret: string
  /** Milliseconds since 1970. */
  at: number
}

/** As long as the server remembers one. */
const LIFE_MS = 10 * 60 * 1000

const keyOf = (platform: PlatformId) => `ninesixteen.connect.${platform}`

function isAttempt(value: unknown): value is KeptAttempt {
  return typeof value === 'object' && value !== null && 'secret' in value && 'at' in value && typeof value.at === 'number'
}

function read(platform: PlatformId): Record<string, KeptAttempt> {
  const kept = readKept(keyOf(platform), (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []))
  const fresh = (kept ?? []).filter(([, attempt]) => isAttempt(attempt) && Date.now() - attempt.at < LIFE_MS)
  return Object.fromEntries(fresh) as Record<string, KeptAttempt>
}

/** Whether this browser began one that is not over. */
export function hasAttempt(platform: PlatformId): boolean {
  return Object.keys(read(platform)).length > 0
}

/** Several may be open, in several tabs: each is known by its state. */
export function keepAttempt(platform: PlatformId, state: string, secret: string): void {
  keep(keyOf(platform), { ...read(platform), [state]: { secret, at: Date.now() } })
}

/** What was kept for this state, once; undefined when this browser knows of no such attempt. A state it does not know ends all of them. */
export function takeAttempt(platform: PlatformId, state: string): { secret: string } | undefined {
  const kept = read(platform)
  const found = kept[state]
  if (!found) {
    forgetAttempts(platform)
    return undefined
  }
  const { [state]: _taken, ...others } = kept
  keep(keyOf(platform), others)
  return found
}

/** After a refusal nothing of it stays. */
export function forgetAttempts(platform: PlatformId): void {
  forgetKept(keyOf(platform))
}
