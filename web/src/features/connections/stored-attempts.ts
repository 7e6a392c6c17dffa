import type { PlatformId } from '@ninesixteen/shared/platforms'
import { removeStored, keep, readStored } from '../../app/browser-storage.ts'

/** An authorization started in this browser. Only the server can decrypt the secret. */
interface StoredAttempt {
  secret: string
  /** Milliseconds since 1970. */
  at: number
}

/** The server uses the same limit. */
const ATTEMPT_TTL_MS = 10 * 60 * 1000

const keyOf = (platform: PlatformId) => `ninesixteen.connect.${platform}`

function isAttempt(value: unknown): value is StoredAttempt {
  return typeof value === 'object' && value !== null && 'secret' in value && 'at' in value && typeof value.at === 'number'
}

function read(platform: PlatformId): Record<string, StoredAttempt> {
  const stored = readStored(keyOf(platform), (value) => (typeof value === 'object' && value !== null ? Object.entries(value) : []))
  const fresh = (stored ?? []).filter(([, attempt]) => isAttempt(attempt) && Date.now() - attempt.at < ATTEMPT_TTL_MS)
  return Object.fromEntries(fresh) as Record<string, StoredAttempt>
}

/** Whether this browser has started an authorization that is still open. */
export function hasAttempt(platform: PlatformId): boolean {
  return Object.keys(read(platform)).length > 0
}

/** Several tabs may each have an attempt, identified by its state. */
export function storeAttempt(platform: PlatformId, state: string, secret: string): void {
  keep(keyOf(platform), { ...read(platform), [state]: { secret, at: Date.now() } })
}

/** Removes and returns the attempt with this state. For an unknown state, removes all attempts and returns undefined. */
export function takeAttempt(platform: PlatformId, state: string): { secret: string } | undefined {
  const stored = read(platform)
  const attempt = stored[state]
  if (!attempt) {
    removeAttempts(platform)
    return undefined
  }
  const { [state]: _removed, ...others } = stored
  keep(keyOf(platform), others)
  return attempt
}

export function removeAttempts(platform: PlatformId): void {
  removeStored(keyOf(platform))
}
