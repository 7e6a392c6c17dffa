import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { listen } from './listen.ts'

test('a client that does not read does not delay shutdown, and one that reads gets the complete response', async () => {
  const disconnected = Promise.withResolvers<void>()
  const app = new Hono<AppEnv>()
  const piece = new Uint8Array(1024 * 1024)
  app.get('/endless', (c) => c.body(new ReadableStream({ pull: (to) => to.enqueue(piece), cancel: () => disconnected.resolve() })))
  let chunks = 0
  app.get('/whole', (c) =>
    c.body(
      new ReadableStream({
        pull(to) {
          chunks += 1
          if (chunks <= 20) to.enqueue(piece)
          else to.close()
        },
      }),
    ),
  )
  const { port, stop } = await listen(app, { port: 0, trustProxy: false, publicUrl: 'http://localhost', bounds: { quietMs: 200 } })
  onTestFinished(() => stop())
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await disconnected.promise
  expect((await (await fetch(`http://127.0.0.1:${port}/whole`)).bytes()).length).toBe(20 * piece.length)
})

const GET = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
const FOREVER_MS = 2 ** 31 - 1

async function openApp(bounds = {}) {
  const [received, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = new Hono<AppEnv>()
  app.get('/quick', (c) => c.text('quick'))
  app.get('/slow', async (c) => {
    received.resolve()
    await proceed.promise
    return c.text('slow')
  })
  app.get('/stream', (c) => {
    let isStarted = false
    const pull = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      if (isStarted) await proceed.promise
      to.enqueue(Buffer.from(isStarted ? 'end' : 'begin'))
      if (isStarted) to.close()
      isStarted = true
    }
    return c.body(new ReadableStream({ pull }, { highWaterMark: 0 }))
  })
  const listening = await listen(app, { port: 0, trustProxy: false, publicUrl: 'http://localhost', bounds })
  onTestFinished(() => listening.stop(0))
  return { ...listening, requestReceived: received.promise, goOn: proceed.resolve }
}

/** A connection, and everything received on it. */
function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  const ended = once(socket, 'end').then(() => text)
  const received = async (expected: string): Promise<string> => {
    while (!text.includes(expected)) await once(socket, 'data')
    return text
  }
  return { socket, ended, received, text: () => text }
}

test("idle connections outlast a proxy's keep-alive", async () => {
  const { port } = await openApp()
  const { socket, received } = openConnection(port)
  socket.write(GET('/quick'))
  const head = await received('quick')
  // Caddy reuses connections that were idle for up to 120 s.
  expect(Number(/^keep-alive: timeout=(\d+)/im.exec(head)?.[1])).toBeGreaterThan(120)
  socket.write(GET('/quick'))
  await received('quickHTTP/1.1 200')
})

test('responses during shutdown announce and close their connection', async () => {
  const app = await openApp()
  const [slow, stream, again] = [openConnection(app.port), openConnection(app.port), openConnection(app.port)]
  slow.socket.write(GET('/slow'))
  stream.socket.write(GET('/stream'))
  again.socket.write(GET('/quick'))
  await Promise.all([app.requestReceived, stream.received('begin'), again.received('quick')])
  app.endKeepAlive()
  again.socket.write(GET('/quick'))
  expect((await again.ended).match(/^connection: close/gim)).toHaveLength(1)
  // Ends because all connections end, not because of the timeout.
  const stopped = app.stop(FOREVER_MS)
  app.goOn()
  const [slowResponse, streamed] = await Promise.all([slow.ended, stream.ended])
  expect(slowResponse).toMatch(/^connection: close[^]*slow$/im)
  expect(streamed).toContain('end')
  await stopped
})

test('idle connections are closed for new ones', async () => {
  const { port } = await openApp({ connections: 5 })
  for (let count = 0; count < 12; count += 1) {
    const { socket, received } = openConnection(port)
    socket.write(GET('/quick'))
    await received('quick')
  }
})
