/**
 * Runs work for each item with limited concurrency; `worker` is the index of the slot. After a failure it starts no new work, and throws
 * once all running work has ended.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let hasFailed = false
  const runWorker = async (worker: number): Promise<void> => {
    for (let next = await source.next(); !next.done && !hasFailed; next = await source.next()) {
      try {
        await work(next.value, worker)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, (_, worker) => runWorker(worker)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

/** The outcome of work, or after `ms` that of `late`, which may throw: the work continues in the background. */
export async function withTimeout<T, L = undefined>(work: Promise<T>, ms: number, onTimeout: () => L): Promise<T | L> {
  const timedOut = Promise.withResolvers<void>()
  const timer = setTimeout(timedOut.resolve, ms)
  try {
    return await Promise.race([work, timedOut.promise.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}
