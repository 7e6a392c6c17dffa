import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { describe, expect, test } from 'vitest'
import { flood, startMisbehavingServer, type Misbehaviour, type MisbehavingServer } from '../testing/misbehaving-server.ts'
import { HttpError } from './http-error.ts'
import { createFetch, sendThrough, type ResponseLimits, type Fetch } from './http.ts'

const MB = 1024 * 1024
/** Socket buffers between the two programs. */
const BETWEEN = 24 * MB
const WHOLE: ResponseLimits = { answerMs: 20_000, silenceMs: 20_000 }
/** Far more bytes than may ever be read, so that it is the event's own bound that ends it. */
const STREAM: ResponseLimits = { ...WHOLE, bytes: 512 * MB, event: { count: 40_000, bytes: MB, values: 10_000 } }
const BRIEF = { wholeMs: 300 }

const SENDERS: [string, Fetch][] = [
  ['of Node', fetch],
  ['of the package', sendThrough(new Agent())],
]

/** How reading an answer to its end turns out: its fault, or its status and length. */
async function outcome({ url }: MisbehavingServer, bounds: ResponseLimits, send: Fetch): Promise<string> {
  try {
    const response = await createFetch(bounds, send)(url)
    return `${response.status}, ${(await response.arrayBuffer()).byteLength} bytes`
  } catch (error) {
    if (error instanceof HttpError) return error.fault
    throw error
  }
}

const withHead =
  (status: number, headers: Record<string, string>, then: Misbehaviour): Misbehaviour =>
  (outgoing, send) => {
    outgoing.writeHead(status, headers)
    return then(outgoing, send)
  }

const json = { 'content-type': 'application/json' }
const zipped = { ...json, 'content-encoding': 'gzip' }
const zeros = gzipSync(Buffer.alloc(64 * MB))

const endlessLine: Misbehaviour = async (_, send) => {
  await send('data: {"choices":[{"delta":{"content":"')
  await flood(send, 'x')
}
const drip: Misbehaviour = async (_, send) => {
  while (await send(' ')) await wait(10)
}
const once =
  (text: string | Uint8Array): Misbehaviour =>
  async (outgoing, send) => {
    await send(text)
    outgoing.end()
  }

/** The server's behaviour, the limits, the expected result, and the most megabytes that may be read. */
const CASES: [string, Misbehaviour, ResponseLimits, string | RegExp, number][] = [
  ['an endless line', endlessLine, STREAM, 'too-large', 1],
  ['an endless line that says it is JSON', withHead(200, json, endlessLine), STREAM, 'too-large', 1],
  ['an endless event', (_, send) => flood(send, 'data: x\n'), STREAM, 'too-large', 1],
  ['an endless event of carriage returns', (_, send) => flood(send, 'data: x\r'), STREAM, 'too-large', 1],
  ['events without end', (_, send) => flood(send, ': still here\n\n'), STREAM, 'too-large', 1],
  ['large events without end', (_, send) => flood(send, `data: ${'x'.repeat(60_000)}\n\n`), { ...STREAM, bytes: 16 * MB }, 'too-large', 16],
  ['line ends without end', (_, send) => flood(send, '\r\n'), STREAM, 'too-large', 1],
  ['an event of brackets', once(`data: ${'['.repeat(100_000)}\n\n`), STREAM, 'too-large', 1],
  ['a packed endless line', withHead(200, zipped, once(zeros)), STREAM, 'too-large', 1],
  ['events that drip', drip, { ...STREAM, ...BRIEF }, 'timeout', 1],
  ['an endless body', (_, send) => flood(send, 'x'), WHOLE, 'too-large', 4],
  ['an endless text in JSON', withHead(200, json, (_, send) => flood(send, '["x')), WHOLE, 'too-large', 4],
  ['a packed body', withHead(200, zipped, once(zeros)), WHOLE, 'too-large', 1],
  ['a body packed twice', withHead(200, { 'content-encoding': 'gzip, gzip' }, once(gzipSync(gzipSync('{}')))), WHOLE, 'too-large', 1],
  ['a body that drips', drip, { ...WHOLE, ...BRIEF }, 'timeout', 1],
  ['deep JSON', withHead(200, json, once('['.repeat(2_000_000))), WHOLE, 'too-large', 4],
  ['JSON of many values', withHead(200, json, once(`[${'[],'.repeat(500_000)}1]`)), WHOLE, 'too-large', 4],
  ['huge headers', withHead(200, { 'x-much': 'y'.repeat(MB) }, once('{}')), WHOLE, 'too-large', 1],
  ['a status that there is none of', withHead(799, {}, once('{}')), WHOLE, 'broken-off', 1],
  ['headers that drip', (outgoing) => drip(outgoing, rawly(outgoing)), { ...WHOLE, answerMs: 300 }, 'timeout', 1],
  ['an endless refusal', withHead(503, json, (_, send) => flood(send, 'x')), WHOLE, /^503, 6\d{4} bytes$/, 1],
  ['an endless refusal of a stream', withHead(503, {}, (_, send) => flood(send, '\n\n')), STREAM, /^503, 6\d{4} bytes$/, 1],
  ['a packed refusal', withHead(500, zipped, once(zeros)), WHOLE, /^500, 6\d{4} bytes$/, 1],
]

/** Past the framing of bodies, as if it were headers. */
function rawly({ socket }: Parameters<Misbehaviour>[0]): Parameters<Misbehaviour>[1] {
  socket?.write('HTTP/1.1 200 OK\r\nx-slow:')
  return async (bytes) => socket?.destroyed === false && socket.write(bytes)
}

describe.each(SENDERS)('with the fetch %s', (_name, send) => {
  test.each(CASES)('%s ends', async (_case, behaviour, bounds, expected, megabytes) => {
    const server = await startMisbehavingServer(behaviour)
    expect(await outcome(server, bounds, send)).toMatch(expected)
    await server.disconnected()
    expect(server.sent()).toBeLessThan(megabytes * MB + BETWEEN)
  })

  test('a refusal that drips is reported by what came of it', async () => {
    const server = await startMisbehavingServer(withHead(401, {}, drip))
    expect(await outcome(server, { ...WHOLE, ...BRIEF }, send)).toMatch(/^401, \d+ bytes$/)
    await server.disconnected()
  })

  test('a reader that leaves in the middle hangs up', async () => {
    const server = await startMisbehavingServer((_, to) => flood(to, 'data: x\n\n'))
    const response = await createFetch(STREAM, send)(server.url)
    await response.body?.cancel()
    await server.disconnected()
  })

  test('what is within the bounds arrives as it was sent, however it was cut', async () => {
    const events = 'data: {"a":1}\r\n\r\ndata: é\ndata: 2\n\n: beat\r\rdata: no end'
    const bytes = Buffer.from(events)
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const server = await startMisbehavingServer(async (outgoing, to) => {
        for (let at = 0; at < bytes.length; at += size) await to(bytes.subarray(at, at + size))
        outgoing.end()
      })
      const response = await createFetch(STREAM, send)(server.url)
      expect(await response.text()).toBe(events)
    }
  })
})
