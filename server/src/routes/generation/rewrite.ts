import type { Hono } from 'hono'
import { TOPIC_MAX } from '@ninesixteen/shared/api/projects'
import { REWRITE_PATH, rewriteRequestSchema } from '@ninesixteen/shared/api/rewrite'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../http/session/session.ts'
import { runRewrite, targetBoxes } from '../../generation/rewrite.ts'
import { readBrand } from '../../generation/brands.ts'
import { readCompany } from '../../generation/generation-request.ts'
import { requestedModel } from '../../connections/own-ai.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import type { Services } from '../services.ts'
import { Superseded } from '../../idempotency/idempotency-keys.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'

/** Client closed request: the page has retried and ignores this response. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * `POST /api/rewrite`: alternative texts for a slide or a box. The page applies them as an edit; the server stores them for some minutes,
 * so that a retry with the same key gets the same response.
 */
export function registerRewriteRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db, changes } = services
  app.post(REWRITE_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, rewriteRequestSchema)
    const topic = request.projectTopic.trim()
    if (topic.length > TOPIC_MAX) throw new AppError('TOPIC_TOO_LONG', { length: topic.length, limit: TOPIC_MAX })
    const ai = await services.connections.aiOf(user.id)
    const model = requestedModel(ai, request.model)
    targetBoxes(request)
    const [company, brand] = await db.asUser(user.id, async (tx) => [
      await readCompany(tx, user.id, request.companyId),
      await readBrand(tx, user.id, request.companyId),
    ])
    const rewriting = {
      rewrite: { request, topic, company, brand, model },
      idempotencyKey: idempotencyKeyOf(c, 'rewriting', request),
      signal: c.req.raw.signal,
    }
    releaseAdmission(c.env.incoming)
    try {
      return c.json(await runRewrite({ ai, db, changes }, user.id, rewriting))
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
      return new Response(null, { status: CLIENT_CLOSED_REQUEST })
    }
  })
}
