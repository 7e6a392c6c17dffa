import type { PlatformId } from '@ninesixteen/shared/platforms'
import { removeStored, keep, readStored } from '../../app/browser-storage.ts'

/** An authorization started in this browser. Only the server can decrypt the secret. */
interface KeptAttempt {
  secret: string
  /** Milliseconds since 1970. */
  at: number
}

/** The server keeps attempts for the same time. */
const LIFE_MS = 10 * 60 * 1000

const keyOf = (platform: PlatformId) => `ninesixteen.connect.${platform}`

function isAttempt(value: unknown): value is KeptAttempt {
  return typeof value === 'object' && value !== null && 'secret' in value && 'at' in value && typeof value.at === 'number'
}

function read(platform: PlatformId): Record<string, KeptAttempt> {
  const kept = readStored(keyOf(platform), (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []))
  const fresh = (kept ?? []).filter(([, attempt]) => isAttempt(attempt) && Date.now() - attempt.at < LIFE_MS)
  return Object.fromEntries(fresh) as Record<string, KeptAttempt>
}

/** Whether this browser has started an authorization that is still open. */
export function hasAttempt(platform: PlatformId): boolean {
  return Object.keys(read(platform)).length > 0
}

/** Several tabs may each have an attempt, identified by its state. */
export function keepAttempt(platform: PlatformId, state: string, secret: string): void {
  keep(keyOf(platform), { ...read(platform), [state]: { secret, at: Date.now() } })
}

/** Removes and returns the attempt with this state. For an unknown state, removes all attempts and returns undefined. */
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

export function forgetAttempts(platform: PlatformId): void {
  removeStored(keyOf(platform))
}
