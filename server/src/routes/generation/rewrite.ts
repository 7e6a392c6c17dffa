import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { TOPIC_MAX } from '@ninesixteen/shared/api/projects'
import { REWRITE_PATH, rewriteRequestSchema, type RewriteReply } from '@ninesixteen/shared/api/rewrite'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../auth/session.ts'
import type { PersonsAi } from '../../connections/own-ai.ts'
import type { Db, Tx } from '../../db/db.ts'
import { companies } from '../../db/schema.ts'
import { takeAllowance } from '../../generator/allowance.ts'
import { readRewrite, rewriteCall, targetBoxes, type Rewrite } from '../../generator/rewrite.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-json.ts'
import type { Services } from '../../services.ts'

/** Calls for one rewrite: an answer that cannot be read is asked for once more. */
const ATTEMPTS = 2

/** `POST /api/rewrite`: other texts for a slide or a box. Nothing is stored: they become an edit of the open project. */
export function registerRewriteRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db } = services
  app.post(REWRITE_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, rewriteRequestSchema)
    const topic = request.projectTopic.trim()
    if (topic.length > TOPIC_MAX) throw new AppError('TOPIC_TOO_LONG', { length: topic.length, limit: TOPIC_MAX })
    const ai = await services.connections.aiOf(user.id)
    const model = (ai.allowedModels && request.model) ?? ai.model
    if (ai.allowedModels?.includes(model) === false) throw new AppError('INVALID_INPUT', { fields: 'model' })
    targetBoxes(request)
    const company = await db.asUser(user.id, (tx) => readCompany(tx, user.id, request.companyId))
    const rewrite = { request, topic, company, model }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const reply = await askOnce({ ai, db }, user.id, { rewrite, signal: c.req.raw.signal })
      if (reply) return c.json(reply)
    }
    throw new AppError('AI_UNPARSABLE')
  })
}

/** One call within the person's allowance; null for an answer that cannot be used. */
async function askOnce(
  { ai, db }: { ai: PersonsAi; db: Db },
  userId: string,
  { rewrite, signal }: { rewrite: Rewrite; signal: AbortSignal },
): Promise<RewriteReply | null> {
  const call = rewriteCall(rewrite)
  const allowance = await takeAllowance(db, userId, {
    messages: call.messages,
    maxTokens: call.maxTokens,
    dailyTokens: ai.dailyTokens,
    visitors: ai.visitors,
  })
  try {
    const reply = await ai.chat.complete(call, signal)
    await allowance.settle(reply.usage, reply.content)
    return readRewrite(reply.content, rewrite.request)
  } finally {
    await allowance.settle(null, '')
  }
}

async function readCompany(tx: Tx, userId: string, id: string | null) {
  if (id === null) return null
  const [company] = await tx
    .select({ name: companies.name, description: companies.description })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)))
  if (!company) throw new AppError('NOT_FOUND')
  return company
}
