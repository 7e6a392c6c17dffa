import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { type AdmissionLimits, admissionControl } from '../middleware/admission.ts'
import { createEventStreams, EVENT_STREAMS, type EventStreamLimits } from './event-streams.ts'
import { appError, errorBody } from '../on-error.ts'
import { retryHeaders } from '../retry-headers.ts'

interface Received {
  type: string
  text: string
}

type Source = (signal: AbortSignal) => AsyncGenerator<Received, void>

/** One concurrent request: an open stream must not hold its place. */
const ONE_CALL: AdmissionLimits['calls'] = { places: 1, maxQueuedPerUser: 100, maxQueued: 100 }
const ADMISSION: AdmissionLimits = { calls: ONE_CALL, files: ONE_CALL, countedMs: 60_000 }

/** Serves streams of one source to the user in the path: `/anna`. */
async function serveStreams(source: Source, overrides: Partial<EventStreamLimits>) {
  let started = 0
  const streams = createEventStreams({ ...EVENT_STREAMS, ...overrides })
  const app = new Hono<AppEnv>()
  app.onError((thrown, c) => {
    const error = appError(thrown)
    return c.json(errorBody(error), error.status as 500, retryHeaders(error))
  })
  app.get('/:person', (c) =>
    streams.answer(c, {
      userId: c.req.param('person'),
      onAccessEnd: () => () => undefined,
      begin: async (signal) => {
        started += 1
        return source(signal)
      },
      failed: (thrown) => ({ type: 'error', text: String(thrown) }),
    }),
  )
  const server = createServer(admissionControl(getRequestListener(app.fetch), { bounds: ADMISSION, trustProxy: false, headers: {} }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, started: () => started }
}

/** Sends one event, then nothing until the reader leaves. */
const quiet: Source = async function* (signal) {
  yield { type: 'hello', text: '' }
  if (!signal.aborted) await once(signal, 'abort')
}

const open = async (url: string) => {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal })
  return { status: response.status, headers: response.headers, response, leave: () => abort.abort() }
}

test('streams are limited per user and in total; the next one opens when one is closed', async () => {
  const { url, started } = await serveStreams(quiet, { perUser: 2, total: 3 })
  const anna = [await open(`${url}/anna`), await open(`${url}/anna`)]
  const refused = await open(`${url}/anna`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  const bert = await open(`${url}/bert`)
  const full = await open(`${url}/carl`)
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '10'])
  expect(started()).toBe(3)
  for (const one of [...anna, bert]) {
    expect(one.status).toBe(200)
    one.leave()
  }
  await expect.poll(async () => (await open(`${url}/anna`)).status).toBe(200)
})

test('failed, ended and never started streams release their slot', async () => {
  const sources: [Source, number, RegExp][] = [
    [
      async function* () {
        yield await Promise.reject(new Error('not begun'))
      },
      500,
      /INTERNAL/,
    ],
    [
      async function* () {
        yield { type: 'hello', text: '' }
        throw new Error('failed')
      },
      200,
      /^id: 0\nevent: hello\n.*\n\nid: 1\nevent: error\ndata: .*failed.*\n\n$/,
    ],
    [
      async function* () {
        yield { type: 'hello', text: 'you' }
      },
      200,
      /^id: 0\nevent: hello\ndata: \{"type":"hello","text":"you"\}\n\n$/,
    ],
  ]
  for (const [source, status, text] of sources) {
    const { url } = await serveStreams(source, { perUser: 1 })
    for (let turn = 0; turn < 3; turn += 1) {
      const { response } = await open(`${url}/anna`)
      expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(text)])
    }
  }
})

test('a stream whose first event fails stops its source', async () => {
  const signals: AbortSignal[] = []
  const { url } = await serveStreams((signal) => {
    signals.push(signal)
    return (async function* () {
      yield await Promise.reject(new Error('not begun'))
    })()
  }, {})
  expect((await open(`${url}/anna`)).status).toBe(500)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a HEAD request takes no slot', async () => {
  const { url } = await serveStreams(quiet, { perUser: 1 })
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(async () => (await fetch(`${url}/anna`, { method: 'HEAD' })).status).toBe(200)
  }
  await expect.poll(async () => (await open(`${url}/anna`)).status).toBe(200)
})

test('a stream that reaches its time limit is aborted and releases its slot', async () => {
  const { url } = await serveStreams(quiet, { perUser: 1, maxDurationMs: 50, heartbeatMs: 20 })
  for (let turn = 0; turn < 2; turn += 1) {
    const { response } = await open(`${url}/anna`)
    expect(await response.text()).toMatch(/^id: 0\nevent: hello\n.*\n\n(: still here\n\n)*$/)
  }
})

test.each([
  ['for a while', { heartbeatMs: 20, unreadMs: 60 }],
  ['until its time limit', { maxDurationMs: 200 }],
])('a client that reads nothing %s is disconnected', async (_label, bounds) => {
  const stopped = Promise.withResolvers<void>()
  const talkative: Source = async function* (signal) {
    signal.addEventListener('abort', () => stopped.resolve())
    for (;;) yield { type: 'talk', text: 'x'.repeat(100_000) }
  }
  const { port, url } = await serveStreams(talkative, { perUser: 1, ...bounds })
  const socket: Socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write('GET /anna HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await stopped.promise
  expect((await open(`${url}/anna`)).status).toBe(200)
})
