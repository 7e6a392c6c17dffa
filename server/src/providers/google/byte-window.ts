import { createHash } from 'node:crypto'

/**
 * Buffers a streamed file for a chunked upload in which any chunk may have to be sent again: holds the bytes that aren't confirmed yet.
 */
export interface ByteWindow {
  /** Up to `most` bytes starting at `at`, once they have arrived; null if they were released. */
  read(at: number, most: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Releases everything before this offset. */
  forget(before: number): void
  /** MD5 of the whole file in hex. Reads the rest of the stream without buffering it. */
  md5(): Promise<string>
}

/** The file doesn't have its announced length. */
export class WrongLengthError extends Error {
  override readonly name = 'WrongLengthError'
}

export function createByteWindow(source: AsyncIterable<Uint8Array>, size: number): ByteWindow {
  const incoming = source[Symbol.asyncIterator]()
  const hash = createHash('md5')
  let held: Buffer = Buffer.alloc(0)
  /** Offset of the first buffered byte. */
  let start = 0
  /** Offset after the last received byte. */
  let end = 0

  async function next(): Promise<Uint8Array | null> {
    const { done, value } = await incoming.next()
    if (done) {
      if (end < size) throw new WrongLengthError(`The file ended after ${end} of ${size} bytes`)
      return null
    }
    end += value.byteLength
    if (end > size) throw new WrongLengthError(`The file is longer than ${size} bytes`)
    hash.update(value)
    return value
  }

  async function arrive(upTo: number): Promise<void> {
    const parts: Uint8Array[] = [held]
    try {
      while (end < upTo) {
        const part = await next()
        if (part) parts.push(part)
      }
    } finally {
      if (parts.length > 1) held = Buffer.concat(parts)
    }
  }

  return {
    async read(at, most) {
      if (at < start) return null
      const until = Math.min(at + most, size)
      await arrive(until)
      return new Uint8Array(held.subarray(at - start, until - start))
    },
    forget(before) {
      const until = Math.min(before, end)
      if (until <= start) return
      // A copy, so that the memory before it can be freed.
      held = Buffer.from(held.subarray(until - start))
      start = until
    },
    async md5() {
      // Reads to the end to detect extra bytes.
      while ((await next()) !== null) continue
      return hash.copy().digest('hex')
    },
  }
}
