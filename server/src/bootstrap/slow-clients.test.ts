import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import type { AppEnv } from '../http/app-env.ts'
import { startTestApp, type TestUser } from '../testing/app.ts'
import { sendRaw, type RawRequest } from '../testing/raw-http.ts'
import type { HttpLimits } from './http-limits.ts'
import { listen } from './listen.ts'

const JSON_TYPE = 'content-type: application/json'
const QUICK = { silenceMs: 200, graceMs: 200, bytesPerSecond: 1000, headMs: 300 }

/** Sends one byte at a time until the connection ends. */
function trickle({ socket, closed }: RawRequest, everyMs: number): void {
  const timer = setInterval(() => socket.write('x'), everyMs)
  void closed.then(() => clearInterval(timer))
}

const form = (user: TestUser, url: string) => [
  'POST /api/files HTTP/1.1',
  `origin: ${url}`,
  `cookie: ${user.cookieHeader}`,
  `${EXPECTED_USER_HEADER}: ${user.id}`,
  'content-type: multipart/form-data; boundary=b',
  'content-length: 100000',
]
const FILE_HEADER = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n\xff\xd8\xff'

test('a stalled body gets a 408: form, file, and body without a length', async () => {
  const app = await startTestApp({ bounds: QUICK })
  const user = await app.buildUser()
  const signIn = ['POST /api/auth/sign-in/email HTTP/1.1', `origin: ${app.url}`, JSON_TYPE]
  const waiting = [
    sendRaw(app.url, [...signIn, 'content-length: 60']),
    sendRaw(app.url, [...signIn, 'content-length: 60'], '{"email":'),
    sendRaw(app.url, [...signIn, 'transfer-encoding: chunked'], '5\r\n{"ema\r\n'),
    sendRaw(app.url, form(user, app.url)),
    sendRaw(app.url, form(user, app.url), FILE_HEADER),
  ]
  for (const { status, text, closed } of waiting) {
    expect(await status).toBe(408)
    await closed
    expect(text()).toContain('"code":"BODY_LATE"')
  }
  await expect.poll(() => readdir(join(app.dataDir, 'uploads'))).toEqual([])
  expect(app.logged).toEqual([])
})

test('a trickling body gets a 408', async () => {
  const app = await startTestApp({ bounds: { ...QUICK, silenceMs: 10_000 } })
  const user = await app.buildUser()
  const signIn = ['POST /api/auth/sign-in/email HTTP/1.1', `origin: ${app.url}`, JSON_TYPE, 'content-length: 60000']
  for (const slow of [sendRaw(app.url, signIn, '{'), sendRaw(app.url, form(user, app.url), FILE_HEADER)]) {
    trickle(slow, 20)
    expect(await slow.status).toBe(408)
    await slow.closed
  }
  expect(app.logged).toEqual([])
})

test('endless headers and silent connections are ended', async () => {
  const app = await startTestApp({ bounds: QUICK })
  const { hostname, port } = new URL(app.url)
  const [slow, silent] = [connect(Number(port), hostname), connect(Number(port), hostname)]
  onTestFinished(() => void [slow, silent].map((socket) => socket.destroy()))
  slow.on('error', () => undefined)
  slow.write('GET / HTTP/1.1\r\nx-slow: ')
  const timer = setInterval(() => slow.write('x'), 20)
  onTestFinished(() => clearInterval(timer))
  const [[response]] = await Promise.all([once(slow, 'data') as Promise<[Buffer]>, once(silent.resume(), 'close')])
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /)
})

/** A server whose only route reads its body after `begin`. */
async function startServer(bounds: Partial<HttpLimits>, begin: () => Promise<void>): Promise<string> {
  const app = new Hono<AppEnv>()
  app.post('/', async (c) => {
    await begin()
    return c.text(String((await c.req.arrayBuffer()).byteLength))
  })
  const { port, stop } = await listen(app, { port: 0, trustProxy: false, publicUrl: 'http://localhost', hostname: '127.0.0.1', bounds })
  onTestFinished(() => stop(0))
  return `http://127.0.0.1:${port}`
}

test('a slow but steady client gets its response', { tags: ['long'] }, async () => {
  const url = await startServer({ ...QUICK, silenceMs: 2000, bytesPerSecond: 500 }, async () => undefined)
  const steady = sendRaw(url, ['POST / HTTP/1.1', 'content-length: 20000'])
  // Ten kilobytes per second for two seconds: many times the grace period.
  for (let sent = 0; sent < 20_000; sent += 500) {
    steady.socket.write('x'.repeat(500))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await steady.status).toBe(200)
})

test('a client that waits for the server is not slow', async () => {
  // Like a slow store or Drive: takes longer than a client may be silent.
  const [started, isCut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const url = await startServer(QUICK, () => {
    started.resolve()
    return isCut.promise
  })
  const bytes = 4 * 1024 * 1024
  const sender = sendRaw(url, ['POST / HTTP/1.1', `content-length: ${bytes}`], Buffer.alloc(bytes))
  await started.promise
  // A client that is silent from now on is cut, while the one that waits is not.
  const elsewhere = await startServer(QUICK, () => new Promise(() => undefined))
  const silent = sendRaw(elsewhere, ['POST / HTTP/1.1', 'content-length: 1'])
  expect(await silent.status).toBe(408)
  isCut.resolve()
  expect(await sender.status).toBe(200)
})

test('the number of connections is limited', async () => {
  const url = await startServer({ ...QUICK, silenceMs: 10_000, graceMs: 10_000, headMs: 10_000, connections: 2 }, async () => undefined)
  const lines = ['POST / HTTP/1.1', 'content-length: 1']
  const sent = Array.from({ length: 3 }, () => sendRaw(url, lines))
  // The third connection, whichever it is, is closed at once.
  await Promise.race(sent.map(({ closed }) => closed))
  const open = sent.filter(({ socket }) => !socket.destroyed)
  expect(open).toHaveLength(2)
  for (const { socket } of open) socket.write('x')
  expect(await Promise.all(open.map(({ status }) => status))).toEqual([200, 200])
})
