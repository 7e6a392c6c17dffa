import { EventEmitter, once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server of raw connections, for responses that no HTTP server would send. */
export interface RawServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** Heads of received requests, in order. */
  heads: string[]
  connections(): number
  /** Resolves when no client is connected. */
  disconnected(): Promise<void>
}

/** Handles a request once its head and announced body have arrived; `count` starts at one. */
export type RawHandler = (socket: Socket, count: number) => void

export async function startRawServer(answer: RawHandler): Promise<RawServer> {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  const left = new EventEmitter()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) left.emit('deserted')
    })
    // Resets are expected here.
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.toString('latin1', 0, end)
      const whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (received.byteLength < whole) return
      received = received.subarray(whole)
      heads.push(head)
      answer(socket, heads.length)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const disconnected = async () => {
    if (sockets.size > 0) await once(left, 'deserted')
  }
  return { url: `http://127.0.0.1:${port}`, heads, connections: () => connections, disconnected }
}

/** A raw HTTP response. */
export function answerText(status: number, body: string, headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status} x`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n')
}

/** An address without a listener. */
export async function unusedUrl(): Promise<string> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}
