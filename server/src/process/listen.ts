import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigError } from '../config-error.ts'
import type { AppEnv } from '../http/app-env.ts'

/** How long requests in progress may go on after a signal, in milliseconds. */
const DRAIN_MS = 10_000

export interface Listening {
  port: number
  /** Takes no new connection, lets the open requests end, then cuts the rest. */
  stop(): Promise<void>
}

/** Listens on all addresses; a port in use is a setting to change, not a stack to read. */
export async function listen(app: Hono<AppEnv>, port: number): Promise<Listening> {
  const server = await new Promise<ServerType>((resolve, reject) => {
    const opened = serve({ fetch: app.fetch, port }, () => resolve(opened))
    opened.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new ConfigError(`Port ${port} is in use by another program: stop it, or choose another PORT.`) : error)
    })
  })
  const address = server.address() as AddressInfo
  return { port: address.port, stop: () => drain(server) }
}

function drain(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
