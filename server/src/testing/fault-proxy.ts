import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** An error response of an S3 store. */
export interface Refusal {
  status: number
  code: string
}

/** Handles a request itself and returns true, or lets it through. */
export type Fault = (call: IncomingMessage, answer: ServerResponse) => boolean

export interface FaultProxy {
  port: number
  fault: Fault | null
  /** Received requests as `METHOD /path`, in order. */
  seen: string[]
  /** Number of open connections. */
  open(): number
}

export const hang: Fault = () => true

export function refuse({ status, code }: Refusal): Fault {
  return (call, answer) => {
    call.resume()
    answer.writeHead(status, { 'content-type': 'application/xml' })
    answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused</Message></Error>`)
    return true
  }
}

/** A proxy in front of an S3 server that injects faults of real stores. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const proxy: FaultProxy = { port: 0, fault: null, seen: [], open: () => sockets.size }
  const sockets = new Set<object>()
  const server = createServer((call, answer) => {
    proxy.seen.push(`${call.method} ${call.url}`)
    if (proxy.fault?.(call, answer)) return
    const { method, url: path, headers } = call
    const passed = request({ port: target, host: '127.0.0.1', method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    call.pipe(passed)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  proxy.port = (server.address() as AddressInfo).port
  return proxy
}
