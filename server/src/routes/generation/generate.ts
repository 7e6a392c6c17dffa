import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { GENERATE_PATH, generateRequestSchema, type GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../auth/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { appError, logServerError } from '../../http/on-error.ts'
import { readJson } from '../../http/read-json.ts'
import type { Services } from '../../services.ts'

/** Between two signs of life on a silent stream: proxies give up after about 30 s. */
const BEAT_MS = 15_000

const idSchema = z.uuid()

function projectIdOf(c: Context<AppEnv>): string {
  const id = idSchema.safeParse(c.req.param('projectId'))
  if (!id.success) throw new AppError('NOT_FOUND')
  return id.data
}

interface Stream {
  /** Reads the events until the page leaves. */
  events(signal: AbortSignal): AsyncGenerator<GenerateEvent, void>
  onFailure(thrown: unknown): AppError
}

/**
 * Server-sent events. A page that leaves ends its own reading and nothing else. The first event is asked for before the
 * answer begins, so that a refusal still has its status.
 */
async function eventStream({ events, onFailure }: Stream): Promise<Response> {
  const encoder = new TextEncoder()
  const left = new AbortController()
  const reading = events(left.signal)
  const first = await reading.next()
  let waiting: IteratorResult<GenerateEvent, void> | null = first
  let next = 0
  const encode = (event: GenerateEvent) => encoder.encode(`id: ${next++}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  let beat: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      beat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), BEAT_MS)
    },
    async pull(controller) {
      try {
        const result = waiting ?? (await reading.next())
        waiting = null
        if (!result.done) return controller.enqueue(encode(result.value))
      } catch (thrown) {
        const error = onFailure(thrown)
        controller.enqueue(encode({ type: 'error', code: error.code, message: error.message, kept: 0 }))
      }
      clearInterval(beat)
      if (!left.signal.aborted) controller.close()
    },
    cancel() {
      clearInterval(beat)
      left.abort()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would collect the whole answer first.
      'x-accel-buffering': 'no',
    },
  })
}

/** Slideshows from a topic: start, come back to, stop. */
export function registerGenerateRoutes(app: Hono<AppEnv>, services: Services): void {
  const { generations, log } = services
  const streamOf = (c: Context<AppEnv>, events: Stream['events']) =>
    eventStream({
      events,
      onFailure: (thrown) => {
        const error = appError(thrown)
        logServerError(log, error, c.get('requestId'))
        return error
      },
    })

  app.post(GENERATE_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, generateRequestSchema)
    const { events } = await generations.start(user.id, request)
    return streamOf(c, events)
  })

  app.get(`${GENERATE_PATH}/:projectId/events`, async (c) => {
    const user = await requirePro(c, services)
    const projectId = projectIdOf(c)
    return streamOf(c, (signal) => generations.follow(user.id, projectId, signal))
  })

  app.post(`${GENERATE_PATH}/:projectId/cancel`, async (c) => {
    const user = await requirePro(c, services)
    return c.json({ cancelled: await generations.cancel(user.id, projectIdOf(c)) })
  })
}
