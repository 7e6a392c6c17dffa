import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { customModeSchema, type CustomMode } from '@ninesixteen/shared/api/custom-modes'
import { AppError } from '@ninesixteen/shared/errors'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { requireWithinQuota } from '../../storage/storage-quota.ts'
import { customModes } from '../../db/schema-projects.ts'
import { requireOwnPhotos } from '../../photos/slide-photos.ts'
import { requireOwnCompany } from './companies.ts'
import { guarded } from '../contract.ts'

const MODES_MAX: RowLimit = { table: customModes, limit: 200, plural: 'custom modes' }

export const customModeRoutes = {
  list: guarded.customModes.list.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const offered = companyId === undefined ? undefined : or(eq(customModes.companyId, companyId), isNull(customModes.companyId))
      const rows = await tx
        .select()
        .from(customModes)
        .where(and(eq(customModes.userId, userId), offered))
        .orderBy(desc(customModes.createdAt), desc(customModes.id))
      return rows.map(present)
    }),
  ),

  create: guarded.customModes.create.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      requireOwnPhotos(userId, input.slides)
      await requireOwnCompany(tx, userId, input.companyId)
      await requireFewerRows(tx, userId, MODES_MAX)
      const [row] = await tx
        .insert(customModes)
        .values({ ...input, userId })
        .returning()
      if (!row) throw new Error('Insert returned no custom mode')
      await requireWithinQuota(tx, userId, services.settings.now().storageQuota)
      return present(row)
    }),
  ),

  remove: guarded.customModes.remove.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      const gone = await tx
        .delete(customModes)
        .where(and(eq(customModes.userId, userId), eq(customModes.id, id)))
        .returning({ id: customModes.id })
      if (gone.length === 0) throw new AppError('NOT_FOUND')
    }),
  ),
}

function present(row: typeof customModes.$inferSelect): CustomMode {
  // Applies current defaults to slides of earlier versions.
  return customModeSchema.parse({ ...row, createdAt: row.createdAt.toISOString() })
}
