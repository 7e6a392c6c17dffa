import { AppError } from '@ninesixteen/shared/errors'

export interface AnonymousRateLimits {
  /** Requests per address and window (in milliseconds). */
  calls: number
  windowMs: number
  /** Maximum number of counted addresses, and as many blocked ones. */
  addresses: number
}

/** Five per second, which a school class behind one address doesn't reach; expensive requests have limits of their own. */
const BOUNDS: AnonymousRateLimits = { calls: 300, windowMs: 60_000, addresses: 10_000 }

interface Window {
  since: number
  count: number
}

/**
 * Counts state-changing requests without a session by address, before anything is read or queried. In memory: losing the count with the
 * process is harmless. At capacity the oldest window is evicted. Blocked addresses have a capacity of their own, so that a flood of other
 * addresses, each with a few requests, doesn't unblock one before its window is over.
 */
export function createAnonymousRateLimit(
  { calls, windowMs, addresses }: AnonymousRateLimits = BOUNDS,
  now: () => number = () => performance.now(),
) {
  const counting = new Map<string, Window>()
  const blocked = new Map<string, Window>()

  /** Maps keep insertion order, and a window is inserted when it begins or blocks: the first entries are the oldest. */
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
