import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { encodeCursor, decodeCursor } from '../../db/keyset-cursor.ts'
import { companies } from '../../db/schema-companies.ts'
import { contentIdeas } from '../../db/schema-projects.ts'
import { companyOf, procedures } from './procedures.ts'

export const publicCompanyRoutes = {
  list: procedures.companies.list.handler(async ({ context: { services, key } }) => {
    const isShown = and(eq(companies.userId, key.ownerId), key.companyId === null ? undefined : eq(companies.id, key.companyId))
    const rows = await services.db.asUser(key.ownerId, (tx) =>
      tx.select().from(companies).where(isShown).orderBy(asc(companies.createdAt), asc(companies.id)),
    )
    return {
      companies: rows.map(({ id, name, description, createdAt }) => ({ id, name, description, created_at: createdAt.toISOString() })),
    }
  }),
}

export const publicIdeaRoutes = {
  list: procedures.ideas.list.handler(async ({ context: { services, key }, input: { query } }) => {
    const companyId = companyOf(key, query.company_id)
    const cursor = query.after === undefined ? undefined : decodeCursor(query.after)
    const found = await services.db.asUser(key.ownerId, (tx) =>
      tx
        .select({ idea: contentIdeas, place: encodeCursor(contentIdeas.createdAt, contentIdeas.id) })
        .from(contentIdeas)
        .where(
          and(
            eq(contentIdeas.userId, key.ownerId),
            companyId === null ? undefined : eq(contentIdeas.companyId, companyId),
            cursor && sql`(${contentIdeas.createdAt}, ${contentIdeas.id}) < (${cursor.at}, ${cursor.id})`,
          ),
        )
        .orderBy(desc(contentIdeas.createdAt), desc(contentIdeas.id))
        .limit(query.limit + 1),
    )
    const shown = found.slice(0, query.limit)
    return {
      ideas: shown.map(({ idea }) => presentIdea(idea)),
      next: found.length > query.limit ? (shown.at(-1)?.place ?? null) : null,
    }
  }),
}

function presentIdea({ id, title, description, category, companyId, isFavorite, isUsed, createdAt }: typeof contentIdeas.$inferSelect) {
  const marks = { is_favorite: isFavorite, is_used: isUsed, created_at: createdAt.toISOString() }
  return { id, title, description, category, company_id: companyId, ...marks }
}

export const publicAccountRoutes = {
  list: procedures.accounts.list.handler(async ({ context: { services, key } }) => {
    const accounts = await services.connections.accounts.list(key.ownerId)
    return {
      accounts: accounts.map(({ id, platform, username, displayName, state, connectedAt }) => ({
        id,
        platform,
        username,
        display_name: displayName,
        state,
        connected_at: connectedAt,
      })),
    }
  }),
}
