import { and, eq } from 'drizzle-orm'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { Tx } from '../db/db.ts'
import { brands, companies } from '../db/schema-companies.ts'

export type BrandRow = typeof brands.$inferSelect

export async function readBrandRow(tx: Tx, userId: string, companyId: string): Promise<BrandRow | undefined> {
  const [row] = await tx
    .select()
    .from(brands)
    .where(and(eq(brands.userId, userId), eq(brands.companyId, companyId)))
  return row
}

/** The brand of a row, with defaults for fields that a server of an earlier version did not know. */
export const brandOf = (row: BrandRow): Brand => ({ ...NEW_BRAND, ...row.data })

/** The brand of a company; null for a company without one and without a company. */
export async function readBrand(tx: Tx, userId: string, companyId: string | null): Promise<Brand | null> {
  const row = companyId === null ? undefined : await readBrandRow(tx, userId, companyId)
  return row ? brandOf(row) : null
}

/** The same with the logo of the company. */
export async function readLogoBrand(
  tx: Tx,
  userId: string,
  companyId: string | null,
): Promise<(Brand & { logoPath: string | null }) | null> {
  const brand = await readBrand(tx, userId, companyId)
  if (brand === null || companyId === null) return null
  const [row] = await tx
    .select({ logoPath: companies.logoPath })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, companyId)))
  return { ...brand, logoPath: row?.logoPath ?? null }
}
