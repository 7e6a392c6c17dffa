import { and, desc, eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { IDEAS_PATH, ideasRequestSchema, type Idea } from '@ninesixteen/shared/api/ideas'
import { TOPIC_MAX } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../http/session/session.ts'
import type { Tx } from '../../db/db.ts'
import { encodeCursor, decodeCursor } from '../../db/keyset-cursor.ts'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { contentIdeas } from '../../db/schema-projects.ts'
import { completeWithinQuota } from '../../generation/complete-within-quota.ts'
import { findIdeas, type IdeaDraft } from '../../generation/ideas.ts'
import { readBrand } from '../../generation/brands.ts'
import { readCompany } from '../../generation/generation-request.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import type { Services } from '../services.ts'
import { guarded } from '../contract.ts'

/** Maximum length of the list, which has no pages. */
const LIST_MAX = 1000
const IDEAS_MAX: RowLimit = { table: contentIdeas, limit: 20_000, plural: 'ideas' }

function present(row: typeof contentIdeas.$inferSelect): Idea {
  const { id, title, category, description, isFavorite, isUsed, companyId, createdAt } = row
  return { id, title, category, description, isFavorite, isUsed, companyId, createdAt: createdAt.toISOString() }
}

const mine = (userId: string, companyId: string | undefined) =>
  and(eq(contentIdeas.userId, userId), companyId === undefined ? undefined : eq(contentIdeas.companyId, companyId))

export const ideaRoutes = {
  list: guarded.ideas.list.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await tx
        .select()
        .from(contentIdeas)
        .where(mine(userId, companyId))
        .orderBy(desc(contentIdeas.createdAt), desc(contentIdeas.id))
        .limit(LIST_MAX)
      return rows.map(present)
    }),
  ),

  page: guarded.ideas.page.handler(({ context: { services, userId }, input: { companyId, category, favorites, limit, after } }) =>
    services.db.asUser(userId, async (tx) => {
      const cursor = after === undefined ? undefined : decodeCursor(after)
      const found = await tx
        .select({ idea: contentIdeas, place: encodeCursor(contentIdeas.createdAt, contentIdeas.id) })
        .from(contentIdeas)
        .where(
          and(
            mine(userId, companyId),
            category && eq(contentIdeas.category, category),
            favorites ? contentIdeas.isFavorite : undefined,
            cursor && sql`(${contentIdeas.createdAt}, ${contentIdeas.id}) < (${cursor.at}, ${cursor.id})`,
          ),
        )
        .orderBy(desc(contentIdeas.createdAt), desc(contentIdeas.id))
        .limit(limit + 1)
      const shown = found.slice(0, limit)
      return { ideas: shown.map(({ idea }) => present(idea)), next: found.length > limit ? (shown.at(-1)?.place ?? null) : null }
    }),
  ),

  update: guarded.ideas.update.handler(({ context: { services, userId }, input: { id, ...changes } }) =>
    services.db.asUser(userId, async (tx) => {
      const isMine = and(eq(contentIdeas.userId, userId), eq(contentIdeas.id, id))
      const hasChanges = Object.values(changes).some((value) => value !== undefined)
      const [row] = hasChanges
        ? await tx.update(contentIdeas).set(changes).where(isMine).returning()
        : await tx.select().from(contentIdeas).where(isMine)
      if (!row) throw new AppError('NOT_FOUND')
      return present(row)
    }),
  ),

  remove: guarded.ideas.remove.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      const gone = await tx
        .delete(contentIdeas)
        .where(and(eq(contentIdeas.userId, userId), eq(contentIdeas.id, id)))
        .returning({ id: contentIdeas.id })
      if (gone.length === 0) throw new AppError('NOT_FOUND')
    }),
  ),

  clear: guarded.ideas.clear.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const gone = await tx.delete(contentIdeas).where(mine(userId, companyId)).returning({ id: contentIdeas.id })
      return { removed: gone.length }
    }),
  ),
}

async function store(tx: Tx, userId: string, { drafts, companyId }: { drafts: IdeaDraft[]; companyId: string | null }): Promise<Idea[]> {
  const rows = await tx
    .insert(contentIdeas)
    // One microsecond apart, to preserve the order of the response.
    .values(
      drafts.map((draft, index) => ({
        ...draft,
        userId,
        companyId,
        createdAt: sql`now() - make_interval(secs => ${index / 1_000_000}::float8)`,
      })),
    )
    .returning()
  const order = new Map(drafts.map((draft, index) => [draft.title, index]))
  return rows.map(present).toSorted((a, b) => (order.get(a.title) ?? 0) - (order.get(b.title) ?? 0))
}

/** `POST /api/ideas`: asks the model and stores its ideas. */
export function registerIdeaRoutes(app: Hono<AppEnv>, services: Services): void {
  const { db } = services
  app.post(IDEAS_PATH, async (c) => {
    const user = await requirePro(c, services)
    const request = await readJson(c, ideasRequestSchema)
    const topic = request.topic.toWellFormed().replaceAll('\u0000', '').trim()
    if (topic === '') throw new AppError('IDEA_TOPIC_REQUIRED')
    if (topic.length > TOPIC_MAX) throw new AppError('TOPIC_TOO_LONG', { length: topic.length, limit: TOPIC_MAX })
    const { company, brand } = await db.asUser(user.id, async (tx) => {
      await requireFewerRows(tx, user.id, IDEAS_MAX)
      return { company: await readCompany(tx, user.id, request.companyId), brand: await readBrand(tx, user.id, request.companyId) }
    })
    const ai = await services.connections.aiOf(user.id)
    releaseAdmission(c.env.incoming)
    const drafts = await findIdeas({ topic, company, brand, model: ai.ideaModel }, (call) =>
      completeWithinQuota(services, user.id, { ai, call, signal: c.req.raw.signal }),
    )
    return c.json({ ideas: await db.asUser(user.id, (tx) => store(tx, user.id, { drafts, companyId: company?.id ?? null })) })
  })
}
