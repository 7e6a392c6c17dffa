/** What a browser hands to another app at a time; Chromium refuses more than ten files, and more than 50 MB of them. */
const FILES_MAX = 10
const BYTES_MAX = 45_000_000

/** The files in their order, in groups that can be shared one after the other. */
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

/** Which files the next share holds, counted from 1, and of how many. */
export function batchRange(batches: readonly (readonly unknown[])[], next: number): { from: number; to: number; of: number } {
  const before = batches.slice(0, next).reduce((sum, batch) => sum + batch.length, 0)
  const of = batches.reduce((sum, batch) => sum + batch.length, 0)
  return { from: before + 1, to: before + (batches[next]?.length ?? 0), of }
}
