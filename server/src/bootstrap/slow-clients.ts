import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { AppError } from '@ninesixteen/shared/errors'
import { respondOnSocket } from '../http/responses/early-responses.ts'
import { hasBody } from '../http/bodies/read-body.ts'
import type { HttpLimits } from './http-limits.ts'

/** A body that is still arriving. Times in milliseconds. */
interface Arrival {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /** While it was ours to read on, which is no fault of the sender. */
  heldMs: number
  begunAt: number
  /** When something came, and how much the connection had brought until then and until the body began. */
  lastAt: number
  lastBytes: number
  firstBytes: number
}

/**
 * Ends requests whose body stops or trickles, for every route in one place: Node knows only a longest time for a whole request, which would cut
 * large uploads over slow lines and let a byte every few seconds live for minutes.
 */
export function abortSlowClients(server: Server, bounds: HttpLimits, headers: Readonly<Record<string, string>>): void {
  const arriving = new Set<Arrival>()
  const everyMs = Math.min(bounds.silenceMs, bounds.graceMs) / 10
  const timer = setInterval(() => {
    for (const arrival of arriving) {
      const isLate = !isOver(arrival) && isTooSlow(arrival, bounds, everyMs)
      if (isLate) cut(arrival, headers)
      if (isLate || isOver(arrival)) arriving.delete(arrival)
    }
  }, everyMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return
    const [begunAt, bytes] = [performance.now(), incoming.socket.bytesRead]
    arriving.add({ incoming, outgoing, heldMs: 0, begunAt, lastAt: begunAt, lastBytes: bytes, firstBytes: bytes })
  })
}

function isOver({ incoming, outgoing }: Arrival): boolean {
  return incoming.complete || incoming.destroyed || outgoing.writableEnded
}

function isTooSlow(arrival: Arrival, { silenceMs, graceMs, bytesPerSecond }: HttpLimits, everyMs: number): boolean {
  const now = performance.now()
  const { bytesRead } = arrival.incoming.socket
  const isHeld = arrival.incoming.readableLength > 0
  if (isHeld) arrival.heldMs += everyMs
  if (isHeld || bytesRead > arrival.lastBytes) Object.assign(arrival, { lastAt: now, lastBytes: bytesRead })
  const sentMs = now - arrival.begunAt - arrival.heldMs
  const isSlow = sentMs > graceMs && ((bytesRead - arrival.firstBytes) * 1000) / sentMs < bytesPerSecond
  return isSlow || now - arrival.lastAt > silenceMs
}

/** The route still waits for the body: the answer goes past it, and what it was waiting for ends with the connection. */
function cut({ incoming: { socket }, outgoing }: Arrival, headers: Readonly<Record<string, string>>): void {
  if (outgoing.headersSent) socket.destroy()
  else respondOnSocket(socket, new AppError('BODY_LATE'), headers)
}
