/**
 * Does the work for each item, some of them at a time; `worker` tells those that are done at a time apart. After a failure nothing new is begun, and it is
 * thrown when all that was begun has come to its end.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let hasFailed = false
  const go = async (worker: number): Promise<void> => {
    for (let next = await source.next(); !next.done && !hasFailed; next = await source.next()) {
      try {
        await work(next.value, worker)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, (_, worker) => go(worker)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
