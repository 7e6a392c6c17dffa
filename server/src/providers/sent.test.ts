import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMisbehavingServer } from '../testing/misbehaving-server.ts'
import { answerText, startRawServer, unusedUrl, type RawHandler } from '../testing/raw-server.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { HttpError } from './http-error.ts'
import { createFetch, publicFetches, sendAlone, sendThrough, type ResponseLimits, type Fetch } from './http.ts'

const BOUNDS: ResponseLimits = { answerMs: 20_000, silenceMs: 20_000 }
const BRIEF: ResponseLimits = { answerMs: 300, silenceMs: 300, wholeMs: 600 }
const CONNECT_MS = 20_000

const SENDERS: [string, Fetch][] = [
  ['over connections that are kept', fetch],
  ['over those of the package', sendThrough(new Agent())],
  ['over a connection of its own', sendAlone({ connectMs: CONNECT_MS })],
]

interface Outcome {
  fault: string
  sent: string
}
async function outcome(url: string, send: Fetch, bounds = BOUNDS, init: RequestInit = {}): Promise<Outcome | number> {
  try {
    return (await createFetch(bounds, send)(url, { method: 'POST', body: '{"a":1}', ...init })).status
  } catch (error) {
    if (error instanceof HttpError) return { fault: error.fault, sent: error.sent }
    throw error
  }
}

/** A name that is asked for and never found, nor not found. */
const askedForever: LookupFunction = () => undefined

async function startTls(options: { key: string; cert: string } | object): Promise<string> {
  const server = createTlsServer(options, (socket) => socket.on('error', () => undefined))
  server.on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.each(SENDERS)('%s', (_name, send) => {
  test('no one there, an unknown name or a bad certificate: nothing was sent', async () => {
    const unreachable = { fault: 'unreachable', sent: 'no' }
    expect(await outcome(await unusedUrl(), send)).toEqual(unreachable)
    // Two addresses, each refused.
    expect(await outcome((await unusedUrl()).replace('127.0.0.1', 'localhost'), send)).toEqual(unreachable)
    expect(await outcome('http://nobody.invalid/', send)).toEqual(unreachable)
    expect(await outcome(await startTls(selfSigned('localhost')), send)).toEqual(unreachable)
  })

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  const RUDE: [string, RawHandler, string][] = [
    ['a connection that ends', (socket) => socket.end(), 'unreachable'],
    ['a connection that is reset', (socket) => socket.resetAndDestroy(), 'unreachable'],
    ['half the headers', (socket) => socket.end(head), 'unreachable'],
    ['half a body', (socket) => socket.end(`${head}content-length: 100\r\n\r\n{"data":`), 'broken-off'],
    ['half a body of pieces', (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n8\r\n{"data":\r\n`), 'broken-off'],
    ['something that is no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'unreachable'],
    ['a redirect', (socket) => socket.end(answerText(307, '', ['location: /elsewhere'])), 'redirected'],
  ]
  test.each(RUDE)('%s in place of an answer: nobody knows, and it is not sent again', async (_what, behaviour, fault) => {
    const server = await startRawServer(behaviour)
    expect(await outcome(server.url, send)).toEqual({ fault, sent: 'maybe' })
    expect(server.heads).toHaveLength(1)
  })

  test('silence, before the answer and in the middle of it: no one knows', async () => {
    const silent = await startRawServer(() => undefined)
    expect(await outcome(silent.url, send, BRIEF)).toEqual({ fault: 'timeout', sent: 'maybe' })
    const stalled = await startRawServer((socket) => socket.write(`${head}content-length: 9\r\n\r\n{`))
    expect(await outcome(stalled.url, send, BRIEF)).toEqual({ fault: 'timeout', sent: 'maybe' })
    expect([silent.heads.length, stalled.heads.length]).toEqual([1, 1])
  })

  test('a connection that is used again and is closed under the call: no one knows, and it is not sent again', async () => {
    const server = await startRawServer((socket, count) => {
      if (count === 1) socket.write(answerText(200, '{}', ['connection: keep-alive']))
      else socket.destroy()
    })
    expect(await outcome(server.url, send)).toBe(200)
    expect(await outcome(server.url, send)).toEqual({ fault: 'unreachable', sent: 'maybe' })
    expect(server.heads).toHaveLength(2)
  })
})

describe('while connecting', () => {
  const never = sendThrough(new Agent({ connect: { timeout: 50, lookup: askedForever } }))

  test.each([
    ['kept connections', never],
    ['a connection of its own', sendAlone({ connectMs: 50, lookup: askedForever })],
  ])('%s time out: nothing was sent', async (_name, send) => {
    expect(await outcome('http://slow.example/', send)).toEqual({ fault: 'unreachable', sent: 'no' })
  })

  test('a call over its own connection knows that nothing was sent, however it ended', async () => {
    const send = sendAlone({ connectMs: CONNECT_MS, lookup: askedForever })
    expect(await outcome('http://slow.example/', send, BRIEF)).toEqual({ fault: 'timeout', sent: 'no' })
    const gone = AbortSignal.abort(new Error('stopped'))
    expect(await outcome('http://slow.example/', send, BOUNDS, { signal: gone })).toMatchObject({ sent: 'no' })
    const refusesAll = await startTls({})
    expect(await outcome(refusesAll, sendAlone({ connectMs: CONNECT_MS }))).toEqual({ fault: 'unreachable', sent: 'no' })
    const speaksPlain = await startRawServer(() => undefined)
    const secure = speaksPlain.url.replace('http:', 'https:')
    // Stays mute to a handshake, as it is no request.
    expect(await outcome(secure, sendAlone({ connectMs: CONNECT_MS }), BRIEF)).toEqual({ fault: 'timeout', sent: 'no' })
  })

  test('an address that leads inside is not connected to', async () => {
    const open = publicFetches({ connectMs: 1000, stepMs: 0, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    expect(await outcome('http://inside.example/', open(BOUNDS))).toEqual({ fault: 'not-public', sent: 'no' })
  })
})

describe('a connection of its own', () => {
  test('is new for each call, and ends with it', async () => {
    const server = await startRawServer((socket) => socket.write(answerText(200, '{}', ['connection: keep-alive'])))
    const send = sendAlone({ connectMs: CONNECT_MS })
    expect([await outcome(server.url, send), await outcome(server.url, send)]).toEqual([200, 200])
    expect(server.connections()).toBe(2)
    await server.disconnected()
  })

  test('hears a refusal that comes before the body has gone', async () => {
    const server = await startMisbehavingServer(async (outgoing) => {
      outgoing.shouldKeepAlive = true
      outgoing.writeHead(403).end('{}')
    })
    const bytes = new Uint8Array(3_000_000)
    const send = sendAlone({ connectMs: CONNECT_MS })
    for (let time = 0; time < 10; time += 1) {
      const headers = { 'content-length': String(bytes.byteLength) }
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.byteLength; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536))
          controller.close()
        },
      })
      expect(await outcome(server.url, send, BOUNDS, { headers, body, duplex: 'half' })).toBe(403)
    }
  })

  test('is a secure one where the certificate is good', async () => {
    const known = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(known))
    const own = selfSigned('localhost')
    const server = createHttpsServer(own, (incoming, outgoing) => incoming.pipe(outgoing))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    expect(await outcome(url, sendAlone({ connectMs: CONNECT_MS }))).toEqual({ fault: 'unreachable', sent: 'no' })
    setDefaultCACertificates([...known, own.cert])
    const response = await createFetch(BOUNDS, sendAlone({ connectMs: CONNECT_MS }))(url, { method: 'POST', body: 'there and back' })
    expect(await response.text()).toBe('there and back')
  })

  test('speaks HTTP/1.1 alone: in the other, calls that are turned away are sent again unasked', async () => {
    const offered: string[][] = []
    const url = await startTls({
      ...selfSigned('localhost'),
      ALPNCallback: ({ protocols }: { protocols: string[] }) => {
        offered.push(protocols)
        return protocols[0]
      },
    })
    expect(await outcome(url, sendAlone({ connectMs: CONNECT_MS }))).toEqual({ fault: 'unreachable', sent: 'no' })
    expect(offered).toEqual([['http/1.1']])
  })

  test('carries a call once even where fetch would repeat it', async () => {
    const server = await startRawServer((socket) => socket.write(answerText(421, '{}')))
    expect(await outcome(server.url, sendAlone({ connectMs: CONNECT_MS }))).toEqual({ fault: 'unreachable', sent: 'maybe' })
    expect(server.heads).toHaveLength(1)
  })

  test('given up in the middle of the call keeps the reason, and says nothing of what was sent', async () => {
    const stop = new AbortController()
    const server = await startRawServer(() => stop.abort(new Error('stopped')))
    await expect(outcome(server.url, sendAlone({ connectMs: CONNECT_MS }), BOUNDS, { signal: stop.signal })).rejects.toThrow('stopped')
    expect(server.heads).toHaveLength(1)
  })
})
