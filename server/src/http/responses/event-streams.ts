import type { Context } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import { emit } from '../../telemetry/telemetry.ts'
import type { AppEnv } from '../app-env.ts'
import { releaseAdmission } from '../middleware/admission.ts'

export interface EventStreamLimits {
  /** Open at once, of one person and of all. */
  ofOne: number
  ofAll: number
  /** Longest that one stays open, in milliseconds: the page asks for the rest by another. */
  lastingMs: number
  /** Between two signs of life, in milliseconds. */
  beatMs: number
  /** How long a client may take nothing of what is there for it, in milliseconds. */
  unreadMs: number
}

/**
 * A browser opens six to one host. No slideshow takes more than three minutes to be written. Proxies give up a silent stream after about
 * 30 s.
 */
export const EVENT_STREAMS: EventStreamLimits = { ofOne: 20, ofAll: 2000, lastingMs: 240_000, beatMs: 15_000, unreadMs: 60_000 }
const RETRY_SECONDS = 10

interface StreamedEvent {
  type: string
}

export interface EventSource<Event extends StreamedEvent> {
  userId: string
  /** Calls back when it may be read no longer; returns what takes that back. */
  until(over: () => void): () => void
  /** Begins what there is to follow; its events are read until the page leaves. */
  begin(signal: AbortSignal): Promise<AsyncGenerator<Event, void>>
  /** The last event of a stream whose events failed. */
  failed(thrown: unknown): Event
}

export interface EventStreams {
  /**
   * Server-sent events. A page that leaves ends its own reading and nothing else. The first event is asked for before the answer begins, so
   * that a refusal still has its status. Beyond the bounds nothing is begun: RATE_LIMITED for one person, BUSY for all.
   */
  answer<Event extends StreamedEvent>(c: Context<AppEnv>, streaming: EventSource<Event>): Promise<Response>
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would collect the whole answer first.
  'x-accel-buffering': 'no',
}

export function createEventStreams(bounds: EventStreamLimits = EVENT_STREAMS): EventStreams {
  const open = new Map<string, number>()
  let all = 0

  function take(userId: string): () => void {
    const now = open.get(userId) ?? 0
    if (now >= bounds.ofOne) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
    if (all >= bounds.ofAll) throw new AppError('BUSY', { seconds: RETRY_SECONDS })
    open.set(userId, now + 1)
    all += 1
    emit('stream', { change: 1 })
    return () => {
      all -= 1
      emit('stream', { change: -1 })
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    }
  }

  return {
    async answer(c, { userId, until, begin, failed }) {
      const free = take(userId)
      const left = new AbortController()
      try {
        const events = await begin(left.signal)
        const first = await events.next()
        releaseAdmission(c.env.incoming)
        const { outgoing } = c.env
        return new Response(streamOf({ events, first, left, until, failed, free, outgoing, bounds }), { headers: HEADERS })
      } catch (error) {
        left.abort()
        free()
        throw error
      }
    },
  }
}

interface StreamParts<Event extends StreamedEvent> extends Pick<EventSource<Event>, 'failed' | 'until'> {
  events: AsyncGenerator<Event, void>
  first: IteratorResult<Event, void>
  /** Ends the reading of the events. */
  left: AbortController
  free(): void
  outgoing: AppEnv['Bindings']['outgoing']
  bounds: EventStreamLimits
}

function streamOf<Event extends StreamedEvent>({ events, first, left, until, failed, free, outgoing, bounds }: StreamParts<Event>) {
  const encoder = new TextEncoder()
  let waiting: IteratorResult<Event, void> | null = first
  let [next, unreadMs, isOver] = [0, 0, false]
  let [beat, last]: NodeJS.Timeout[] = []
  let noMatter: () => void = () => undefined
  const encode = (event: Event) => encoder.encode(`id: ${next++}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)

  /** Breaks the connection: to whoever reads nothing, nothing can be said. */
  const hangUp = () => void outgoing.destroy()

  function end(): void {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    clearTimeout(last)
    noMatter()
    left.abort()
    free()
  }

  // Also of an answer whose body nobody asks for, as of HEAD.
  outgoing.once('close', end)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const isRead = () => (controller.desiredSize ?? 0) > 0
      beat = setInterval(() => {
        unreadMs = isRead() ? 0 : unreadMs + bounds.beatMs
        if (unreadMs === 0) controller.enqueue(encoder.encode(': still here\n\n'))
        else if (unreadMs >= bounds.unreadMs) hangUp()
      }, bounds.beatMs)
      const close = (): void => {
        if (isOver) return
        if (!isRead()) return hangUp()
        end()
        controller.close()
      }
      last = setTimeout(close, bounds.lastingMs)
      if (outgoing.destroyed) return end()
      noMatter = until(close)
    },
    async pull(controller) {
      let given: Event | null = null
      try {
        const result = waiting ?? (await events.next())
        waiting = null
        given = result.done ? null : result.value
      } catch (thrown) {
        if (!isOver) controller.enqueue(encode(failed(thrown)))
      }
      if (isOver) return
      if (given) return controller.enqueue(encode(given))
      end()
      controller.close()
    },
    cancel: end,
  })
}
