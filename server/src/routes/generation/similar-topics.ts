import type { Hono } from 'hono'
import { SIMILAR_TOPICS_MAX, SIMILAR_TOPICS_PATH } from '@ninesixteen/shared/api/limits'
import { similarTopicsRequestSchema } from '@ninesixteen/shared/api/ideas'
import { AppError } from '@ninesixteen/shared/errors'
import { readKnownHooks, SHOWN_TO_MODEL } from '../../content-plan/pick-idea.ts'
import { readBrand } from '../../generation/brands.ts'
import { completeWithinQuota } from '../../generation/complete-within-quota.ts'
import { readCompany } from '../../generation/generation-request.ts'
import { findFewIdeas } from '../../generation/ideas.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import { requirePro } from '../../http/session/session.ts'
import { ownProject } from '../../projects/project-rows.ts'
import type { Services } from '../services.ts'

/** More than are shown: those that say what another slideshow says are left out. */
const ASKED_FOR = 15

/** `POST /api/similar-topics`: new topics close to a slideshow, in one request to the model. */
export function registerSimilarTopicRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db } = services
  app.post(SIMILAR_TOPICS_PATH, async (c) => {
    const user = await requirePro(c, services)
    const { projectId } = await readJson(c, similarTopicsRequestSchema)
    const { row, company, brand, hooks, known } = await db.asUser(user.id, async (tx) => {
      const found = await ownProject(tx, user.id, projectId)
      const { companyId } = found
      const of = { company: await readCompany(tx, user.id, companyId), brand: await readBrand(tx, user.id, companyId) }
      return { row: found, ...of, ...(await readKnownHooks(tx, user.id)) }
    })
    const ai = await services.connections.aiOf(user.id)
    releaseAdmission(c.env.incoming)
    const brief = { topic: row.topic || row.title, company, brand, used: hooks.slice(0, SHOWN_TO_MODEL), model: ai.ideaModel }
    const drafts = await findFewIdeas(brief, {
      count: ASKED_FOR,
      ask: (call) => completeWithinQuota(services, user.id, { ai, call, signal: c.req.raw.signal }),
    })
    const fresh = drafts.filter(({ title }) => {
      const isNew = !known.has(title)
      known.add(title)
      return isNew
    })
    if (fresh.length === 0) throw new AppError('NO_NEW_TOPIC')
    return c.json({ topics: fresh.slice(0, SIMILAR_TOPICS_MAX).map(({ title, description }) => ({ title, description })) })
  })
}
