import { AppError } from '@ninesixteen/shared/errors'
import type { AccountRef } from './account.ts'

/** Long enough for all posts of one request. */
const KEPT_MS = 60_000
const KEPT_MAX = 1000

interface Asked<T> {
  at: number
  answer: Promise<T>
  /** Number of waiting callers; at 0 the request is aborted. */
  waiting: number
  giveUp: AbortController
}

/**
 * Caches results for a minute, and no failures. Concurrent callers share one request: each waits until its own signal aborts, and the request
 * continues while one of them waits.
 */
export function cached<T>(ask: (key: string, signal: AbortSignal) => Promise<T>, now: () => number = Date.now) {
  const known = new Map<string, Asked<T>>()

  function begin(key: string): Asked<T> {
    const giveUp = new AbortController()
    const asked = { at: now(), answer: ask(key, giveUp.signal), waiting: 0, giveUp }
    known.delete(key)
    known.set(key, asked)
    const [oldest] = known.keys()
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest)
    const forget = () => known.get(key) === asked && known.delete(key)
    giveUp.signal.addEventListener('abort', forget)
    asked.answer.then(() => giveUp.signal.removeEventListener('abort', forget), forget)
    return asked
  }

  return async (key: string, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted()
    const last = known.get(key)
    const asked = last && now() - last.at < KEPT_MS ? last : begin(key)
    asked.waiting += 1
    try {
      return await answerWithin(asked.answer, signal)
    } finally {
      asked.waiting -= 1
      if (asked.waiting === 0) asked.giveUp.abort()
    }
  }
}

async function answerWithin<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([answer, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Caches a query by account. Throws PLATFORM_UNREACHABLE if the platform doesn't answer before the caller's signal aborts. */
export function cachedByAccount<T>(platform: string, ask: (account: AccountRef, signal: AbortSignal) => Promise<T>) {
  const asked = cached((key, signal) => ask(JSON.parse(key) as AccountRef, signal))
  return ({ userId, id }: AccountRef, signal: AbortSignal): Promise<T> =>
    asked(JSON.stringify({ userId, id }), signal).catch((error: unknown) => {
      throw signal.aborted ? new AppError('PLATFORM_UNREACHABLE', { platform }, { cause: error }) : error
    })
}
