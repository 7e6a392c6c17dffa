import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Company, CompanyInput } from '@ninesixteen/shared/api/companies'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../../db/db.ts'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { companies, companyBlogs } from '../../db/schema-companies.ts'
import { ownsFiles } from '../../storage/stored-files.ts'
import { markForDeletion, removeMarked } from '../../storage/sweep/mark-for-deletion.ts'
import { guarded } from '../contract.ts'

const COMPANIES_MAX: RowLimit = { table: companies, limit: 200, plural: 'companies' }
/** Maximum number of links between blogs and companies. */
const BLOG_LINKS_MAX = 5000

export const companyRoutes = {
  list: guarded.companies.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await tx
        .select()
        .from(companies)
        .where(eq(companies.userId, userId))
        .orderBy(asc(companies.createdAt), asc(companies.id))
      return rows.map(present)
    }),
  ),

  create: guarded.companies.create.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      await requireFewerRows(tx, userId, COMPANIES_MAX)
      await requireOwnFiles(tx, userId, input)
      const [row] = await tx
        .insert(companies)
        .values({ ...input, userId })
        .returning()
      return present(found(row))
    }),
  ),

  update: guarded.companies.update.handler(async ({ context: { services, userId }, input: { id, ...changes } }) => {
    const { company, paths } = await services.db.asUser(userId, async (tx) => {
      await requireOwnFiles(tx, userId, changes)
      const mine = and(eq(companies.userId, userId), eq(companies.id, id))
      const [before] = await tx.select().from(companies).where(mine).for('update')
      const [row] = await tx
        .update(companies)
        .set({ ...changes, updatedAt: sql`now()` })
        .where(mine)
        .returning()
      return { company: present(found(row)), paths: await markForDeletion(tx, userId, picturesOf(found(before))) }
    })
    await removeMarked(services, userId, paths)
    return company
  }),

  remove: guarded.companies.remove.handler(async ({ context: { services, userId }, input: { id } }) => {
    const paths = await services.db.asUser(userId, async (tx) => {
      // Locks all, so that two concurrent deletions can't both assume that the other company remains.
      const rows = await tx.select().from(companies).where(eq(companies.userId, userId)).for('update')
      const doomed = found(rows.find((row) => row.id === id))
      if (rows.length === 1) throw new AppError('COMPANY_LAST')
      await tx.delete(companies).where(and(eq(companies.userId, userId), eq(companies.id, id)))
      return markForDeletion(tx, userId, picturesOf(doomed))
    })
    await removeMarked(services, userId, paths)
  }),

  blogs: guarded.companies.blogs.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, (tx) =>
      tx
        .select({ companyId: companyBlogs.companyId, blogName: companyBlogs.blogName })
        .from(companyBlogs)
        .where(eq(companyBlogs.userId, userId))
        .orderBy(asc(companyBlogs.createdAt), asc(companyBlogs.id)),
    ),
  ),

  linkBlog: guarded.companies.linkBlog.handler(({ context: { services, userId }, input: { companyId, blogName } }) =>
    services.db.asUser(userId, async (tx) => {
      await requireOwnCompany(tx, userId, companyId)
      if ((await blogCount(tx, userId)) >= BLOG_LINKS_MAX) throw new AppError('INVALID_INPUT', { fields: 'blogName' })
      await tx.insert(companyBlogs).values({ userId, companyId, blogName }).onConflictDoNothing()
    }),
  ),

  unlinkBlog: guarded.companies.unlinkBlog.handler(({ context: { services, userId }, input: { companyId, blogName } }) =>
    services.db.asUser(userId, async (tx) => {
      await requireOwnCompany(tx, userId, companyId)
      const pair = and(eq(companyBlogs.companyId, companyId), eq(companyBlogs.blogName, blogName))
      await tx.delete(companyBlogs).where(and(eq(companyBlogs.userId, userId), pair))
    }),
  ),
}

/** Throws INVALID_INPUT unless the company belongs to this user; accepts null. */
export async function requireOwnCompany(tx: Tx, userId: string, companyId: string | null): Promise<void> {
  if (companyId === null) return
  const rows = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, companyId)))
  if (rows.length === 0) throw new AppError('INVALID_INPUT', { fields: 'companyId' })
}

async function requireOwnFiles(tx: Tx, userId: string, input: Partial<CompanyInput>): Promise<void> {
  const paths = [input.logoPath, input.productPhotoPath].filter((path) => typeof path === 'string')
  if (!(await ownsFiles(tx, userId, paths))) throw new AppError('INVALID_INPUT', { fields: 'logoPath, productPhotoPath' })
}

async function blogCount(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(companyBlogs).where(eq(companyBlogs.userId, userId))
  return row?.total ?? 0
}

function picturesOf({ logoPath, productPhotoPath }: typeof companies.$inferSelect): string[] {
  return [logoPath, productPhotoPath].filter((path) => path !== null)
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('NOT_FOUND')
  return row
}

function present(row: typeof companies.$inferSelect): Company {
  const { userId: _, createdAt, updatedAt, ...company } = row
  return { ...company, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
