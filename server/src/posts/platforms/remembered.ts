/** Answers of a platform, by account, that many posts of one order ask for. */
const KEPT_MS = 60_000
const KEPT_MAX = 1000

interface Asked<T> {
  at: number
  answer: Promise<T>
  /** Callers that wait for it. Without any it is given up. */
  waiting: number
  giveUp: AbortController
}

/**
 * Asks again only when the last answer is a minute old. Failures are not cached. Callers share an answer and not their patience: each waits
 * as long as its own signal allows, and the question goes on while one of them waits.
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
