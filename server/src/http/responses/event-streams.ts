import type { Context } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import { emit } from '../../telemetry/telemetry.ts'
import type { AppEnv } from '../app-env.ts'
import { releaseAdmission } from '../middleware/admission.ts'

export interface EventStreamLimits {
  /** Maximum open streams per user, and in total. */
  perUser: number
  total: number
  /** Longest duration of a stream, in milliseconds, after which the page reconnects. */
  maxDurationMs: number
  /** Heartbeat interval, in milliseconds. */
  heartbeatMs: number
  /** How long a client may leave pending data unread, in milliseconds. */
  unreadMs: number
}

/** A browser opens six per host. No generation takes more than three minutes. Proxies drop a silent stream after about 30 s. */
export const EVENT_STREAMS: EventStreamLimits = { perUser: 20, total: 2000, maxDurationMs: 240_000, heartbeatMs: 15_000, unreadMs: 60_000 }
const RETRY_SECONDS = 10

interface StreamedEvent {
  type: string
}

export interface EventSource<Event extends StreamedEvent> {
  userId: string
  /** Calls back when access ends; returns the unsubscribe function. */
  onAccessEnd(onEnd: () => void): () => void
  /** Begins the source; its events are read until the client disconnects. */
  begin(signal: AbortSignal): Promise<AsyncGenerator<Event, void>>
  /** The last event after an error of the source. */
  failed(thrown: unknown): Event
}

export interface EventStreams {
  /**
   * Server-sent events. A disconnect ends only that client's reading. Awaits the first event before responding, so that an error still has
   * its status. At the limits throws RATE_LIMITED for the user, BUSY in total.
   */
  answer<Event extends StreamedEvent>(c: Context<AppEnv>, streaming: EventSource<Event>): Promise<Response>
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would buffer the whole response otherwise.
  'x-accel-buffering': 'no',
}

export function createEventStreams(bounds: EventStreamLimits = EVENT_STREAMS): EventStreams {
  const open = new Map<string, number>()
  let all = 0

  function acquireSlot(userId: string): () => void {
    const now = open.get(userId) ?? 0
    if (now >= bounds.perUser) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    if (all >= bounds.total) throw new AppError('BUSY', { seconds: RETRY_SECONDS })
    open.set(userId, now + 1)
    all += 1
    emit('stream', { change: 1 })
    return () => {
      all -= 1
      emit('stream', { change: -1 })
      const remaining = (open.get(userId) ?? 1) - 1
      if (remaining > 0) open.set(userId, remaining)
      else open.delete(userId)
    }
  }

  return {
    async answer(c, { userId, onAccessEnd, begin, failed }) {
      const free = acquireSlot(userId)
      const abort = new AbortController()
      try {
        const events = await begin(abort.signal)
        const first = await events.next()
        releaseAdmission(c.env.incoming)
        const { outgoing } = c.env
        return new Response(streamOf({ events, first, abort, onAccessEnd, failed, free, outgoing, bounds }), { headers: HEADERS })
      } catch (error) {
        abort.abort()
        free()
        throw error
      }
    },
  }
}

interface StreamParts<Event extends StreamedEvent> extends Pick<EventSource<Event>, 'failed' | 'onAccessEnd'> {
  events: AsyncGenerator<Event, void>
  first: IteratorResult<Event, void>
  /** Aborts reading the events. */
  abort: AbortController
  free(): void
  outgoing: AppEnv['Bindings']['outgoing']
  bounds: EventStreamLimits
}

function streamOf<Event extends StreamedEvent>({ events, first, abort, onAccessEnd, failed, free, outgoing, bounds }: StreamParts<Event>) {
  const encoder = new TextEncoder()
  let waiting: IteratorResult<Event, void> | null = first
  let [next, unreadMs, hasEnded] = [0, 0, false]
  let [beat, last]: NodeJS.Timeout[] = []
  let unsubscribe: () => void = () => undefined
  const encode = (event: Event) => encoder.encode(`id: ${next++}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)

  /** Breaks the connection, because a client that doesn't read gets no events. */
  const disconnect = () => void outgoing.destroy()

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearInterval(beat)
    clearTimeout(last)
    unsubscribe()
    abort.abort()
    free()
  }

  // Also for a response whose body is never read, as for HEAD.
  outgoing.once('close', end)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const isRead = () => (controller.desiredSize ?? 0) > 0
      beat = setInterval(() => {
        unreadMs = isRead() ? 0 : unreadMs + bounds.heartbeatMs
        if (unreadMs === 0) controller.enqueue(encoder.encode(': still here\n\n'))
        else if (unreadMs >= bounds.unreadMs) disconnect()
      }, bounds.heartbeatMs)
      const close = (): void => {
        if (hasEnded) return
        if (!isRead()) return disconnect()
        end()
        controller.close()
      }
      last = setTimeout(close, bounds.maxDurationMs)
      if (outgoing.destroyed) return end()
      unsubscribe = onAccessEnd(close)
    },
    async pull(controller) {
      let event: Event | null = null
      try {
        const result = waiting ?? (await events.next())
        waiting = null
        event = result.done ? null : result.value
      } catch (thrown) {
        if (!hasEnded) controller.enqueue(encode(failed(thrown)))
      }
      if (hasEnded) return
      if (event) return controller.enqueue(encode(event))
      end()
      controller.close()
    },
    cancel: end,
  })
}
