import type { Hono } from 'hono'
import { CAPTIONS_PATH, captionsRequestSchema, type CaptionEvent } from '@ninesixteen/shared/api/captions'
import { AppError } from '@ninesixteen/shared/errors'
import { readCaptionsBrief, writeCaptions } from '../../generation/write-captions.ts'
import { requestedModel } from '../../connections/own-ai.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { appError, logServerError } from '../../http/on-error.ts'
import { createEventStreams } from '../../http/responses/event-streams.ts'
import { onSignedOut } from '../../http/session/on-signed-out.ts'
import { requirePro } from '../../http/session/session.ts'
import { Superseded } from '../../idempotency/idempotency-keys.ts'
import type { Services } from '../services.ts'

/** `POST /api/captions`: captions for a post, streamed. Leaving ends the request to the model. */
export function registerCaptionRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db, changes, connections, log } = services
  const streams = createEventStreams()
  app.post(CAPTIONS_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, captionsRequestSchema)
    const ai = await connections.aiOf(user.id)
    const model = requestedModel(ai, request.model)
    const brief = await db.asUser(user.id, (tx) => readCaptionsBrief(tx, user.id, { request, model }))
    const idempotencyKey = idempotencyKeyOf(c, 'captions', request)
    releaseAdmission(c.env.incoming)
    try {
      return await streams.answer<CaptionEvent>(c, {
        userId: user.id,
        onAccessEnd: onSignedOut(c, services, user.id),
        begin: async (left) => {
          const signal = AbortSignal.any([left, c.req.raw.signal])
          return writeCaptions({ ai, db, changes }, user.id, { brief, idempotencyKey, signal })
        },
        failed: (thrown) => {
          const error = knownError(thrown)
          logServerError(log, error, c.get('requestId'))
          return { type: 'error', code: error.code, message: error.message }
        },
      })
    } catch (thrown) {
      throw knownError(thrown)
    }
  })
}

/** A page whose request was superseded has retried, and ignores this response. */
function knownError(thrown: unknown): AppError {
  return thrown instanceof Superseded ? new AppError('AI_CANCELLED') : appError(thrown)
}
