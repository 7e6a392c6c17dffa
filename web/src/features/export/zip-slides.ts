import { Zip, ZipPassThrough } from 'fflate'
import { slideFileName } from './save-file.ts'

/**
 * A ZIP of finished PNG files, stored as they are: they are compressed already. Each file goes through in pieces, so that
 * only one is in memory beside the result, which the browser may keep on disk.
 */
export async function zipSlides(files: readonly Blob[]): Promise<Blob> {
  const parts: BlobPart[] = []
  let failure: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failure = error
    // A copy of its own: the library hands out views of buffers that it goes on using.
    else parts.push(data.slice())
  })
  for (const [index, file] of files.entries()) {
    const entry = new ZipPassThrough(slideFileName(index + 1))
    zip.add(entry)
    entry.push(new Uint8Array(await file.arrayBuffer()), true)
    if (failure) throw failure
  }
  zip.end()
  if (failure) throw failure
  return new Blob(parts, { type: 'application/zip' })
}
