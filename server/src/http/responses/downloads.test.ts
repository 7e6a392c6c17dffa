import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { createDownloads, DOWNLOADS, type DownloadLimits } from './downloads.ts'
import { appError, errorBody } from '../on-error.ts'
import { retryHeaders } from '../retry-headers.ts'

type Source = (userId: string) => AsyncGenerator<Uint8Array, void>

/** Serves downloads of one source to the user in the path: `/anna`. */
async function serveDownloads(source: Source, overrides: Partial<DownloadLimits> = {}, refusals: Error[] = []) {
  const logged: string[] = []
  const downloads = createDownloads(pino({}, { write: (line: string) => void logged.push(line) }), { ...DOWNLOADS, ...overrides })
  const app = new Hono<AppEnv>()
  app.onError((thrown, c) => {
    const error = appError(thrown)
    return c.json(errorBody(error), error.status as 500, retryHeaders(error))
  })
  app.get('/:person', (c) =>
    downloads.answer(c, {
      userId: c.req.param('person'),
      onAccessEnd: () => () => undefined,
      begin: async () => {
        const refused = refusals.shift()
        if (refused) throw refused
        return source(c.req.param('person'))
      },
      headers: { 'content-type': 'application/zip' },
    }),
  )
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, logged }
}

const small: Source = async function* () {
  yield Buffer.from('one ')
  yield Buffer.from('two')
}

const endless: Source = async function* () {
  for (;;) yield Buffer.alloc(1024 * 1024)
}

const status = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status

test('finished, rejected and HEAD requests release their download slot', async () => {
  const { url, logged } = await serveDownloads(small, { total: 1, pieceBytes: 2 }, [new Error('refused')])
  expect(await status(`${url}/anna`)).toBe(500)
  expect(await status(`${url}/anna`, { method: 'HEAD' })).toBe(200)
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(async () => (await fetch(`${url}/anna`)).text()).toBe('one two')
  }
  expect(logged).toEqual([])
})

test('concurrent downloads are limited, and the next gets Retry-After', async () => {
  const { url } = await serveDownloads(endless, { total: 2 })
  const leaving = new AbortController()
  expect(await status(`${url}/anna`, { signal: leaving.signal })).toBe(200)
  expect(await status(`${url}/bert`)).toBe(200)
  const full = await fetch(`${url}/carl`)
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '30'])
  leaving.abort()
  await expect.poll(() => status(`${url}/carl`)).toBe(200)
})

test('a failed download is distinguishable from a complete one', async () => {
  const { url, logged } = await serveDownloads(async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  })
  const response = await fetch(`${url}/anna`)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(logged).toEqual([expect.stringContaining('gone')])
})

/** Requests a download without reading it. */
function openWithoutReading(port: number, userId: string): void {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /${userId} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
}

/** Resolves when the source is no longer read. */
function watched(source: Source) {
  const ended = Promise.withResolvers<void>()
  const watching: Source = async function* (userId) {
    try {
      yield* source(userId)
    } finally {
      ended.resolve()
    }
  }
  return { watching, ended: ended.promise }
}

test('a client that does not read is disconnected, and its source is closed', async () => {
  const { watching, ended } = watched(endless)
  const { port, url } = await serveDownloads(watching, { unreadMs: 50 })
  openWithoutReading(port, 'anna')
  await ended
  await expect.poll(() => status(`${url}/anna`)).toBe(200)
})

test('a slow source does not disconnect the waiting client', async () => {
  const { watching, ended } = watched(endless)
  const { port, url } = await serveDownloads(
    async function* (userId) {
      if (userId === 'bert') return yield* watching(userId)
      yield Buffer.from('one ')
      openWithoutReading(port, 'bert')
      // Bert's timeout began later.
      await ended
      yield Buffer.from('two')
    },
    { unreadMs: 50 },
  )
  const response = await fetch(`${url}/anna`)
  expect(await response.text()).toBe('one two')
})
