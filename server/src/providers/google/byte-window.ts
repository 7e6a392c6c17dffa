import { createHash } from 'node:crypto'

/**
 * A file that arrives as a stream and is sent on in pieces, of which any may have to be sent again: it holds what is not yet
 * known to be stored, and no more.
 */
export interface ByteWindow {
  /** Up to `most` bytes of the file from `at` on, waiting for them to arrive; null where they were let go. */
  read(at: number, most: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Lets go of everything before. */
  forget(before: number): void
  /** MD5 in hex of the whole file; what has not arrived is waited for and not held. */
  md5(): Promise<string>
}

/** The file did not have the length that was announced. */
export class WrongLengthError extends Error {
  override readonly name = 'WrongLengthError'
}

export function createByteWindow(source: AsyncIterable<Uint8Array>, size: number): ByteWindow {
  const incoming = source[Symbol.asyncIterator]()
  const hash = createHash('md5')
  let held: Buffer = Buffer.alloc(0)
  /** Offset in the file of the first byte held. */
  let start = 0
  /** Offset after the last byte that arrived. */
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
      // A copy, so that the memory before it is given back.
      held = Buffer.from(held.subarray(until - start))
      start = until
    },
    async md5() {
      // To the very end: a byte too many is found there.
      while ((await next()) !== null) continue
      return hash.copy().digest('hex')
    },
  }
}
