import { and, eq, inArray, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { StoredBrand } from '@ninesixteen/shared/api/brands'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { AppError } from '@ninesixteen/shared/errors'
import { NO_LOGO_PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { brands, companies } from '../../db/schema-companies.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { brandOf, readBrandRow, type BrandRow } from '../../generation/brands.ts'
import { readCompany } from '../../generation/generation-request.ts'
import { guarded } from '../contract.ts'

export const brandRoutes = {
  read: guarded.brands.read.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      await readCompany(tx, userId, companyId)
      const row = await readBrandRow(tx, userId, companyId)
      return row ? present(row) : { version: 0, brand: await newBrand(tx, userId) }
    }),
  ),

  save: guarded.brands.save.handler(({ context: { services, userId }, input: { companyId, version, brand } }) =>
    services.db.asUser(userId, async (tx) => {
      const isForeign = [brand.headlineFont, brand.textFont].some((font) => font?.includes('/') && !font.startsWith(`${userId}/`))
      if (isForeign) throw new AppError('INVALID_INPUT', { fields: 'brand' })
      const mine = and(eq(companies.userId, userId), eq(companies.id, companyId))
      // The lock orders saves, also before the brand has a row.
      const locked = await tx.select({ id: companies.id }).from(companies).where(mine).for('update')
      if (locked.length === 0) throw new AppError('NOT_FOUND')
      const before = await readBrandRow(tx, userId, companyId)
      if ((before?.version ?? 0) !== version) return retried(before, version, brand)
      const fields = { data: brand, version: version + 1 }
      const [row] = await tx
        .insert(brands)
        .values({ companyId, userId, ...fields })
        .onConflictDoUpdate({ target: brands.companyId, set: { ...fields, updatedAt: sql`now()` } })
        .returning()
      if (!row) throw new Error('Insert returned no brand')
      return present(row)
    }),
  ),

  remove: guarded.brands.remove.handler(({ context: { services, userId }, input: { companyId } }) =>
    services.db.asUser(userId, async (tx) => {
      const mine = and(eq(brands.userId, userId), eq(brands.companyId, companyId))
      const gone = await tx.delete(brands).where(mine).returning({ id: brands.companyId })
      if (gone.length === 0) throw new AppError('NOT_FOUND')
    }),
  ),
}

/** The current state, if it is what this save made before its response was lost. */
function retried(before: BrandRow | undefined, version: number, brand: Brand): StoredBrand {
  if (before?.version !== version + 1 || !isDeepStrictEqual(before.data, brand)) throw new AppError('BRAND_CONFLICT')
  return present(before)
}

/** Defaults of a brand; no logo for a user who posts where logos that an app adds are refused. */
async function newBrand(tx: Tx, userId: string): Promise<Brand> {
  const strict = and(eq(socialAccounts.userId, userId), inArray(socialAccounts.platform, NO_LOGO_PLATFORMS))
  if ((await tx.$count(socialAccounts, strict)) === 0) return NEW_BRAND
  return { ...NEW_BRAND, logo: { ...NEW_BRAND.logo, slides: 'none' } }
}

function present(row: BrandRow): StoredBrand {
  return { version: row.version, brand: brandOf(row) }
}
