import { randomBytes } from 'node:crypto'

/** A file of a post. */
export interface PostFile {
  /** Identifier in the blocks. */
  identifier: string
  filename: string
  /** MIME type. */
  type: string
  /** Size, which is announced before the first byte is read. */
  bytes: number
  open(): AsyncIterable<Uint8Array>
}

export interface Multipart {
  type: string
  /** In bytes. */
  length: number
  stream: ReadableStream<Uint8Array>
}

/**
 * Streams a multipart body: the part `json`, then one part per file. Opens each file when its part starts, and reads with backpressure.
 */
export function multipart(json: unknown, files: readonly PostFile[]): Multipart {
  const boundary = `ninesixteen-${randomBytes(18).toString('hex')}`
  const head = (disposition: string, type: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`)
  const first = Buffer.concat([head('name="json"', 'application/json'), Buffer.from(JSON.stringify(json)), Buffer.from('\r\n')])
  const parts = files.map((file) => ({
    file,
    head: head(`name="${quoted(file.identifier)}"; filename="${quoted(file.filename)}"`, file.type),
  }))
  const end = Buffer.from(`--${boundary}--\r\n`)
  const length = parts.reduce((sum, part) => sum + part.head.byteLength + part.file.bytes + 2, first.byteLength + end.byteLength)

  async function* body(): AsyncGenerator<Uint8Array, void> {
    yield first
    for (const part of parts) {
      yield part.head
      let left = part.file.bytes
      for await (const piece of part.file.open()) {
        left -= piece.byteLength
        yield piece
      }
      // A body of another length would break the request's framing.
      if (left !== 0) throw new Error(`The file ${part.file.identifier} is not as long as it was`)
      yield Buffer.from('\r\n')
    }
    yield end
  }

  return { type: `multipart/form-data; boundary=${boundary}`, length, stream: streamOf(body()) }
}

/** Pulls one chunk at a time. */
function streamOf(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}

function quoted(name: string): string {
  return name.replace(/["\\\r\n]/g, '_')
}
