import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { GENERATE_PATH, generateRequestSchema, type GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createEventStreams, type EventSource } from '../../http/responses/event-streams.ts'
import { appError, logServerError } from '../../http/on-error.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import type { Services } from '../services.ts'

const idSchema = z.uuid()

function projectIdOf(c: Context<AppEnv>): string {
  const id = idSchema.safeParse(c.req.param('projectId'))
  if (!id.success) throw new AppError('NOT_FOUND')
  return id.data
}

/** Generation of slideshows from a topic: start, resume, stop. */
export function registerGenerateRoutes(app: Hono<AppEnv>, services: Services): void {
  const { generations, log } = services
  const streams = createEventStreams()
  const streamOf = (c: Context<AppEnv>, userId: string, begin: EventSource<GenerateEvent>['begin']) =>
    streams.answer(c, {
      userId,
      onAccessEnd: onSignedOut(c, services, userId),
      begin,
      failed: (thrown) => {
        const error = appError(thrown)
        logServerError(log, error, c.get('requestId'))
        return { type: 'error' as const, code: error.code, message: error.message, kept: 0 }
      },
    })

  app.post(GENERATE_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, generateRequestSchema)
    return streamOf(c, user.id, async (signal) => (await generations.start(user.id, request)).events(signal))
  })

  app.get(`${GENERATE_PATH}/:projectId/events`, async (c) => {
    const user = await requirePro(c, services)
    const projectId = projectIdOf(c)
    return streamOf(c, user.id, async (signal) => generations.follow(user.id, projectId, signal))
  })

  app.post(`${GENERATE_PATH}/:projectId/cancel`, async (c) => {
    const user = await requirePro(c, services)
    return c.json({ cancelled: await generations.cancel(user.id, projectIdOf(c)) })
  })
}
