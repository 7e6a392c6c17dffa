import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { AppError } from '@ninesixteen/shared/errors'
import { respondOnSocket } from '../http/responses/early-responses.ts'
import { hasBody } from '../http/bodies/read-body.ts'
import type { HttpLimits } from './http-limits.ts'

/** A body that is still arriving. Times in milliseconds. */
interface Arrival {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** Time during which the server didn't read, which isn't the client's fault. */
  heldMs: number
  startedAt: number
  /** Time of the last data, and bytes received on the connection until then and before the body. */
  lastAt: number
  lastBytes: number
  firstBytes: number
}

/**
 * Aborts requests whose body stalls or trickles, for all routes: Node only has a timeout for the whole request, which would cut large
 * uploads over slow networks and let one byte every few seconds live for minutes.
 */
export function abortSlowClients(server: Server, bounds: HttpLimits, headers: Readonly<Record<string, string>>): void {
  const arrivals = new Set<Arrival>()
  const everyMs = Math.min(bounds.silenceMs, bounds.graceMs) / 10
  const timer = setInterval(() => {
    for (const arrival of arrivals) {
      const isSlow = !hasEnded(arrival) && isTooSlow(arrival, bounds, everyMs)
      if (isSlow) cut(arrival, headers)
      if (isSlow || hasEnded(arrival)) arrivals.delete(arrival)
    }
  }, everyMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return
    const [startedAt, bytes] = [performance.now(), incoming.socket.bytesRead]
    arrivals.add({ incoming, outgoing, heldMs: 0, startedAt, lastAt: startedAt, lastBytes: bytes, firstBytes: bytes })
  })
}

function hasEnded({ incoming, outgoing }: Arrival): boolean {
  return incoming.complete || incoming.destroyed || outgoing.writableEnded
}

function isTooSlow(arrival: Arrival, { silenceMs, graceMs, bytesPerSecond }: HttpLimits, everyMs: number): boolean {
  const now = performance.now()
  const { bytesRead } = arrival.incoming.socket
  const isHeld = arrival.incoming.readableLength > 0
  if (isHeld) arrival.heldMs += everyMs
  if (isHeld || bytesRead > arrival.lastBytes) Object.assign(arrival, { lastAt: now, lastBytes: bytesRead })
  const sentMs = now - arrival.startedAt - arrival.heldMs
  const isSlow = sentMs > graceMs && ((bytesRead - arrival.firstBytes) * 1000) / sentMs < bytesPerSecond
  return isSlow || now - arrival.lastAt > silenceMs
}

/** The route still awaits the body: responds past it, and closing the connection ends its wait. */
function cut({ incoming: { socket }, outgoing }: Arrival, headers: Readonly<Record<string, string>>): void {
  if (outgoing.headersSent) socket.destroy()
  else respondOnSocket(socket, new AppError('BODY_LATE'), headers)
}
