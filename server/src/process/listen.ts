import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import { ADMISSION, admitting } from '../http/admission.ts'
import type { AppEnv } from '../http/app-env.ts'

/** How long requests in progress may go on after a signal, in milliseconds. */
const DRAIN_MS = 10_000
/**
 * A connection on which nothing moves for so long is over, in milliseconds: whoever takes nothing of a film or a download would hold it for
 * ever. The longest that a call waits for providers without a byte to say is some six minutes.
 */
const QUIET_MS = 600_000

export interface Listening {
  port: number
  /** Takes no new connection, lets the open requests end, then cuts the rest. */
  stop(): Promise<void>
}

interface ListenSettings extends Pick<Config, 'port' | 'trustProxy'> {
  quietMs?: number
}

/** Listens on all addresses; a port in use is a setting to change, not a stack to read. */
export async function listen(app: Hono<AppEnv>, { port, trustProxy, quietMs = QUIET_MS }: ListenSettings): Promise<Listening> {
  const server = createServer(admitting(getRequestListener(app.fetch), { bounds: ADMISSION, trustProxy }))
  server.setTimeout(quietMs)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new ConfigError(`Port ${port} is in use by another program: stop it, or choose another PORT.`) : error)
    })
    server.listen(port, resolve)
  })
  const address = server.address() as AddressInfo
  return { port: address.port, stop: () => drain(server) }
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
