import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { appError, errorBody } from '../on-error.ts'

/** Headers of every response. */
type Headers = Readonly<Record<string, string>>

/** Parser errors of Node with a specific error code; any other is a malformed request. */
const REASONS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'BODY_LATE',
}

/** Writes a response directly to the socket, without routing, and closes it. */
export function respondOnSocket(socket: Socket, error: AppError, headers: Headers): void {
  const body = JSON.stringify(errorBody(error))
  const all = { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Response to an error before routing, such as an invalid URL. */
export function errorResponse(thrown: unknown, headers: Headers): Response {
  const error = thrown instanceof RequestError ? new AppError('REQUEST_UNREADABLE') : appError(thrown)
  return Response.json(errorBody(error), { status: error.status, headers })
}

/** Replaces Node's own bare responses to malformed requests, oversized or slow headers, and unsupported expectations. */
export function respondToInvalidRequests(server: Server, headers: Headers): void {
  const answering = new WeakMap<object, ServerResponse>()
  server.on('request', ({ socket }, response) => void answering.set(socket, response))
  server.on('clientError', (failure: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    const current = answering.get(socket)
    // A response that has begun can't be replaced.
    const isResponding = current?.headersSent === true && !current.writableFinished
    if (!socket.writable || isResponding || failure.code === 'ECONNRESET') return void socket.destroy()
    respondOnSocket(socket, new AppError(REASONS[failure.code ?? ''] ?? 'REQUEST_UNREADABLE'), headers)
  })
  server.on('checkExpectation', ({ socket }) => respondOnSocket(socket, new AppError('EXPECTATION_FAILED'), headers))
}
