/** Answers of a platform, by account, that many posts of one order ask for. */
const KEPT_MS = 60_000
const KEPT_MAX = 1000

/** Asks again only when the last answer is a minute old. What failed is asked for anew. */
export function remembered<T>(ask: (key: string, signal: AbortSignal) => Promise<T>, now: () => number = Date.now) {
  const known = new Map<string, { at: number; answer: Promise<T> }>()
  return (key: string, signal: AbortSignal): Promise<T> => {
    const last = known.get(key)
    if (last && now() - last.at < KEPT_MS) return last.answer
    const answer = ask(key, signal)
    const entry = { at: now(), answer }
    known.delete(key)
    known.set(key, entry)
    const [oldest] = known.keys()
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest)
    answer.catch(() => known.get(key) === entry && known.delete(key))
    return answer
  }
}
