import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch, sendAlone } from '../../../providers/http.ts'
import { multipart, type PostFile } from './multipart.ts'

const MB = 1_000_000
/** Buffers of two programs and of the system between them. */
const BUFFERED_MAX = 24 * MB

test('the form has the announced length and its parts in order', async () => {
  const file = (identifier: string, text: string): PostFile => ({
    identifier,
    filename: `a "${identifier}"\r\n.png`,
    type: 'image/png',
    bytes: Buffer.byteLength(text),
    async *open() {
      for (const sign of text) yield Buffer.from(sign)
    },
  })
  const { type, length, stream } = multipart({ content: ['é'] }, [file('slide-1', 'one'), file('slide-2', '')])
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  expect(bytes.byteLength).toBe(length)
  const boundary = /boundary=(\S+)$/.exec(type)?.[1] ?? ''
  const parts = Buffer.from(bytes).toString().split(`--${boundary}`)
  expect(parts).toEqual([
    '',
    '\r\ncontent-disposition: form-data; name="json"\r\ncontent-type: application/json\r\n\r\n{"content":["é"]}\r\n',
    '\r\ncontent-disposition: form-data; name="slide-1"; filename="a _slide-1___.png"\r\ncontent-type: image/png\r\n\r\none\r\n',
    '\r\ncontent-disposition: form-data; name="slide-2"; filename="a _slide-2___.png"\r\ncontent-type: image/png\r\n\r\n\r\n',
    '--\r\n',
  ])
})

test('streams thirty images one after another with backpressure', async () => {
  let [read, received, open, most, buffered] = [0, 0, 0, 0, 0]
  const server = createServer((incoming, outgoing) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
    incoming.on('data', (part: Buffer) => (received += part.byteLength))
    incoming.on('end', () => outgoing.end(JSON.stringify({ length: Number(length), encoding: encoding ?? null, taken: received })))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const chunk = new Uint8Array(65_536)
  const files = Array.from({ length: 30 }, (_, at): PostFile => ({
    identifier: `slide-${at + 1}`,
    filename: 'a.png',
    type: 'image/png',
    bytes: 64 * chunk.byteLength,
    async *open() {
      open += 1
      most = Math.max(most, open)
      for (let count = 0; count < 64; count += 1) {
        read += chunk.byteLength
        buffered = Math.max(buffered, read - received)
        yield chunk
      }
      open -= 1
    },
  }))
  const { type, length, stream } = multipart({}, files)
  const send = createFetch({ answerMs: 60_000, silenceMs: 20_000 }, sendAlone({ connectMs: 20_000 }))
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': type, 'content-length': String(length) }
  const response = await send(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: stream, duplex: 'half' })
  expect(await response.json()).toEqual({ length, encoding: null, taken: length })
  expect(read).toBeGreaterThan(100 * MB)
  expect(buffered).toBeLessThan(BUFFERED_MAX)
  expect(most).toBe(1)
})
