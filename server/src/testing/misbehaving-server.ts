import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server that runs a given misbehaviour on each request. */
export interface MisbehavingServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** Bytes of response bodies that clients and the network buffers have accepted. */
  sent(): number
  calls(): number
  /** Resolves when no client is connected. */
  disconnected(): Promise<void>
}

/** Writes at the client's speed; resolves to false once the client is gone. */
export type Send = (bytes: string | Uint8Array) => Promise<boolean>

/** Runs on each request. */
export type Misbehaviour = (outgoing: ServerResponse, send: Send) => Promise<unknown>

export async function startMisbehavingServer(answer: Misbehaviour): Promise<MisbehavingServer> {
  let [sent, calls, open] = [0, 0, 0]
  let emptied = Promise.withResolvers<void>()
  emptied.resolve()
  const server = createServer((incoming, outgoing) => {
    calls += 1
    // Don't reuse the connection after a complete response.
    outgoing.shouldKeepAlive = false
    incoming.resume()
    const left = once(outgoing, 'close')
    const send: Send = async (bytes) => {
      if (outgoing.destroyed) return false
      const goesOn = outgoing.write(bytes)
      if (!goesOn) await Promise.race([once(outgoing, 'drain'), left])
      if (outgoing.destroyed) return false
      sent += bytes.length
      return true
    }
    void answer(outgoing, send)
  })
  server.on('connection', (socket) => {
    if (open === 0) emptied = Promise.withResolvers<void>()
    open += 1
    socket.on('error', () => undefined)
    socket.once('close', () => {
      open -= 1
      if (open === 0) emptied.resolve()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, calls: () => calls, disconnected: () => emptied.promise }
}

const MANY = 64 * 1024

/** Sends the same text at full speed until the client disconnects. */
export async function flood(send: Send, text: string | Uint8Array): Promise<void> {
  const piece = typeof text === 'string' ? text.repeat(Math.max(1, Math.floor(MANY / text.length))) : text
  while (await send(piece));
}
