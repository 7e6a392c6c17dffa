import type { Hono } from 'hono'
import { TRANSLATE_PATH } from '@ninesixteen/shared/api/limits'
import { translateRequestSchema } from '@ninesixteen/shared/api/translations'
import { AppError } from '@ninesixteen/shared/errors'
import { translateSlideshow } from '../../generation/translate-slideshow.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { requirePro } from '../../http/session/session.ts'
import { Superseded } from '../../idempotency/idempotency-keys.ts'
import type { Services } from '../services.ts'

/** `POST /api/translate`: a linked variant of a slideshow in another language. Leaving stops the request to the model. */
export function registerTranslateRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db, changes } = services
  app.post(TRANSLATE_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, translateRequestSchema)
    const ai = await services.connections.aiOf(user.id)
    releaseAdmission(c.env.incoming)
    const quota = services.settings.now().storageQuota
    try {
      const made = await translateSlideshow({ ai, db, changes }, user.id, { request, model: ai.model, quota, signal: c.req.raw.signal })
      return c.json({ projectId: made.id })
    } catch (error) {
      throw error instanceof Superseded ? new AppError('AI_CANCELLED') : error
    }
  })
}
