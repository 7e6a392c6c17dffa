import { AppError } from '@ninesixteen/shared/errors'

export interface AnonymousRateLimits {
  /** Calls of one address within a window, in milliseconds. */
  calls: number
  windowMs: number
  /** Addresses that are counted at a time, and blocked ones that are remembered beside them. */
  addresses: number
}

/** Five a second, which a class behind one address does not reach; what a call costs has limits of its own. */
const BOUNDS: AnonymousRateLimits = { calls: 300, windowMs: 60_000, addresses: 10_000 }

interface Window {
  since: number
  count: number
}

/**
 * Counts the writing calls of callers without a session by their address, before anything of them is read or asked of the database. In memory:
 * a count that is lost with the process does no harm. When all places are taken the oldest window makes room. Blocked addresses have places of
 * their own, so that a flood of other addresses, each with a few calls, doesn't unblock one before its window is over.
 */
export function createAnonymousRateLimit(
  { calls, windowMs, addresses }: AnonymousRateLimits = BOUNDS,
  now: () => number = () => performance.now(),
) {
  const counting = new Map<string, Window>()
  const blocked = new Map<string, Window>()

  /** A map keeps the order of insertion, and a window is inserted when it begins or blocks: the first entries are the oldest. */
  function dropOld(windows: Map<string, Window>, time: number): void {
    for (const [address, { since }] of windows) {
      if (time - since < windowMs && windows.size < addresses) return
      windows.delete(address)
    }
  }

  const refuse = ({ since }: Window, time: number): AppError =>
    new AppError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil((since + windowMs - time) / 1000)) })

  return (address: string): void => {
    const time = now()
    const isLive = (window: Window | undefined): window is Window => window !== undefined && time - window.since < windowMs
    const block = blocked.get(address)
    if (isLive(block)) throw refuse(block, time)
    blocked.delete(address)
    const open = counting.get(address)
    if (!isLive(open)) {
      counting.delete(address)
      dropOld(counting, time)
      counting.set(address, { since: time, count: 1 })
      return
    }
    open.count += 1
    if (open.count <= calls) return
    counting.delete(address)
    dropOld(blocked, time)
    blocked.set(address, open)
    throw refuse(open, time)
  }
}
