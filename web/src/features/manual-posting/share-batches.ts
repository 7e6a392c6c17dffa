/** Limits of one share: Chromium refuses more than ten files or 50 MB. */
const FILES_MAX = 10
const BYTES_MAX = 45_000_000

/** Splits the files, in order, into groups that fit one share each. */
export function shareBatches<Item extends { size: number }>(files: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (last && last.length < FILES_MAX && bytes + file.size <= BYTES_MAX) {
      last.push(file)
      bytes += file.size
    } else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

/** First and last file of the next share, counted from 1, and the number of all files. */
export function batchRange(batches: readonly (readonly unknown[])[], next: number): { from: number; to: number; of: number } {
  const previousFiles = batches.slice(0, next).reduce((sum, batch) => sum + batch.length, 0)
  const total = batches.reduce((sum, batch) => sum + batch.length, 0)
  return { from: previousFiles + 1, to: previousFiles + (batches[next]?.length ?? 0), of: total }
}
