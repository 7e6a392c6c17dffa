import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { listen } from './listen.ts'

test('whoever takes nothing of an answer is not waited for, and whoever does gets it whole', async () => {
  const left = Promise.withResolvers<void>()
  const app = new Hono<AppEnv>()
  const piece = new Uint8Array(1024 * 1024)
  app.get('/endless', (c) => c.body(new ReadableStream({ pull: (to) => to.enqueue(piece), cancel: () => left.resolve() })))
  let pieces = 0
  app.get('/whole', (c) =>
    c.body(
      new ReadableStream({
        pull(to) {
          pieces += 1
          if (pieces <= 20) to.enqueue(piece)
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
  await left.promise
  expect((await (await fetch(`http://127.0.0.1:${port}/whole`)).bytes()).length).toBe(20 * piece.length)
})
