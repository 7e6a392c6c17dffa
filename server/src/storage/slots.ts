/** Runs at most `size` pieces of work at once; the others wait in order. Decoding a picture takes up to 200 MB. */
export function createSlots(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size
  const waiting: (() => void)[] = []

  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
