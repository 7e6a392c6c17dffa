import { AppError } from '@ninesixteen/shared/errors'

export interface StrangerBounds {
  /** Calls of one address within a window, in milliseconds. */
  calls: number
  windowMs: number
  /** Addresses that are counted at a time. */
  addresses: number
}

/** Five a second, which a class behind one address does not reach; what a call costs has limits of its own. */
const BOUNDS: StrangerBounds = { calls: 300, windowMs: 60_000, addresses: 10_000 }

/**
 * Counts the writing calls of callers without a session by their address, before anything of them is read or asked of the database. In memory:
 * a count that is lost with the process does no harm.
 */
export function createStrangerCalls({ calls, windowMs, addresses }: StrangerBounds = BOUNDS, now: () => number = () => performance.now()) {
  const counts = new Map<string, number>()
  let since = now()
  return (address: string): void => {
    if (now() - since >= windowMs || counts.size >= addresses) {
      counts.clear()
      since = now()
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    if (count > calls) throw new AppError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((since + windowMs - now()) / 1000)) })
  }
}
