import { and, desc, eq } from 'drizzle-orm'
import { SAVED_STYLES_MAX } from '@ninesixteen/shared/api/limits'
import type { SavedStyle } from '@ninesixteen/shared/api/saved-styles'
import { AppError } from '@ninesixteen/shared/errors'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { savedStyles } from '../../db/schema-projects.ts'
import { guarded } from '../contract.ts'

const STYLES_MAX: RowLimit = { table: savedStyles, limit: SAVED_STYLES_MAX, plural: 'styles' }

export const savedStyleRoutes = {
  list: guarded.savedStyles.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await tx
        .select()
        .from(savedStyles)
        .where(eq(savedStyles.userId, userId))
        .orderBy(desc(savedStyles.createdAt), desc(savedStyles.id))
      return rows.map(present)
    }),
  ),

  create: guarded.savedStyles.create.handler(({ context: { services, userId }, input: { name, look } }) =>
    services.db.asUser(userId, async (tx) => {
      requireName(name)
      await requireFewerRows(tx, userId, STYLES_MAX)
      return present(found(await tx.insert(savedStyles).values({ userId, name, look }).returning()))
    }),
  ),

  rename: guarded.savedStyles.rename.handler(({ context: { services, userId }, input: { id, name } }) =>
    services.db.asUser(userId, async (tx) => {
      requireName(name)
      return present(found(await tx.update(savedStyles).set({ name }).where(isMine(userId, id)).returning()))
    }),
  ),

  remove: guarded.savedStyles.remove.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      found(await tx.delete(savedStyles).where(isMine(userId, id)).returning())
    }),
  ),
}

const isMine = (userId: string, id: string) => and(eq(savedStyles.userId, userId), eq(savedStyles.id, id))

function requireName(name: string): void {
  if (name === '') throw new AppError('STYLE_NAME_REQUIRED')
}

function found<T>([row]: T[]): T {
  if (row === undefined) throw new AppError('NOT_FOUND')
  return row
}

function present({ id, name, look, createdAt }: typeof savedStyles.$inferSelect): SavedStyle {
  return { id, name, look, createdAt: createdAt.toISOString() }
}
