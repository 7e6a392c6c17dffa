import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { errorResponse, respondToInvalidRequests } from '../http/responses/early-responses.ts'
import { baseHeaders } from '../http/responses/security-headers.ts'
import { ADMISSION, type AdmissionLimits, admissionControl } from '../http/middleware/admission.ts'
import type { AppEnv } from '../http/app-env.ts'
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts'
import { abortSlowClients } from './slow-clients.ts'

/** How long requests in progress may continue after a signal, in milliseconds. */
const DRAIN_MS = 10_000
/** Request line and headers. */
const HEAD_MAX_BYTES = 16 * 1024
const HEADERS_MAX = 100
/** Length of the accept queue. The system resets connections beyond it without an error message. */
const BACKLOG = 2048
/**
 * How long an idle connection stays open. Longer than in proxies (nginx 60 s, Caddy 120 s): the client side must close first, or it may
 * send a request just as the server closes.
 */
const KEEP_ALIVE_MS = 125_000

export interface HttpListener {
  port: number
  /** From now on each response closes its connection (`Connection: close`), so that clients reconnect elsewhere. */
  endKeepAlive(): void
  /** Stops accepting connections, drains requests, then cuts the rest. */
  stop(drainMs?: number): Promise<void>
}

export interface ListenOptions extends Pick<Config, 'port' | 'trustProxy' | 'publicUrl'> {
  /** The setting that the port comes from. */
  setting?: 'PORT' | 'METRICS_PORT'
  /** By default all addresses. */
  hostname?: string
  bounds?: Partial<HttpLimits>
  admission?: AdmissionLimits
}

/** Listens; a port in use is a ConfigError instead of a stack trace. */
export async function listen(
  app: Hono<AppEnv>,
  { port, setting = 'PORT', trustProxy, publicUrl, hostname, bounds, admission = ADMISSION }: ListenOptions,
): Promise<HttpListener> {
  const headers = baseHeaders(publicUrl)
  const listener = getRequestListener(app.fetch, { errorHandler: (thrown) => errorResponse(thrown, headers) })
  const server = openServer(admissionControl(listener, { bounds: admission, trustProxy, headers }), { ...HTTP_LIMITS, ...bounds })
  const endKeepAlive = keepAliveUntil(server)
  closeIdleWhenFull(server, { ...HTTP_LIMITS, ...bounds })
  abortSlowClients(server, { ...HTTP_LIMITS, ...bounds }, headers)
  respondToInvalidRequests(server, headers)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isPortInUse = error.code === 'EADDRINUSE'
      reject(isPortInUse ? new ConfigError(`Port ${port} is in use by another program. Stop it, or choose another ${setting}.`) : error)
    })
    server.listen({ port, host: hostname, backlog: BACKLOG }, resolve)
  })
  const address = server.address() as AddressInfo
  const stop = (drainMs = DRAIN_MS): Promise<void> => {
    endKeepAlive()
    return drain(server, drainMs)
  }
  return { port: address.port, endKeepAlive, stop }
}

function openServer(listener: RequestListener, bounds: HttpLimits): Server {
  const settings = {
    maxHeaderSize: HEAD_MAX_BYTES,
    headersTimeout: bounds.headMs,
    // A request without a host header gets the response for malformed requests.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.ceil(bounds.headMs / 3),
    // Large uploads over slow networks need it; abortSlowClients has the limits.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server = createServer(settings, listener)
  server.setTimeout(bounds.quietMs)
  server.maxHeadersCount = HEADERS_MAX
  server.maxConnections = bounds.connections
  return server
}

/** Closes idle connections at the limit, so that new ones are accepted. */
function closeIdleWhenFull(server: Server, { connections }: HttpLimits): void {
  let open = 0
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open >= connections) server.closeIdleConnections()
  })
}

/** Returns a function that makes every response close its connection, including those in progress. */
function keepAliveUntil(server: Server): () => void {
  const answering = new Set<ServerResponse>()
  let isClosing = false
  const closeAfter = (response: ServerResponse): void => {
    const { socket } = response
    if (response.headersSent) response.once('close', () => socket?.end())
    else response.shouldKeepAlive = false
  }
  // Prepended, because headers can't change once the regular listener has sent them.
  server.prependListener('request', (_request, response) => {
    if (isClosing) return closeAfter(response)
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  return () => {
    isClosing = true
    for (const response of answering) closeAfter(response)
  }
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
