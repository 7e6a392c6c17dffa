import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../../db/keyset-cursor.ts'
import { runs } from '../../db/schema-runs.ts'
import { toPublicRun } from '../../runs/public-run.ts'
import { readRun } from '../../runs/run-rows.ts'
import { companyOf, procedures, requireCompany, type PublicContext } from './procedures.ts'

export const publicRunRoutes = {
  list: procedures.runs.list.handler(async ({ context: { services, key }, input: { query } }) => {
    const companyId = companyOf(key, query.company_id)
    const cursor = query.after === undefined ? undefined : decodeCursor(query.after)
    const { payload: _large, ...columns } = getTableColumns(runs)
    const found = await services.db.asUser(key.ownerId, (tx) =>
      tx
        .select({ ...columns, cursor: encodeCursor(runs.createdAt, runs.id) })
        .from(runs)
        .where(
          and(
            eq(runs.userId, key.ownerId),
            companyId === null ? undefined : eq(runs.companyId, companyId),
            query.state && eq(runs.state, query.state),
            query.kind === undefined ? undefined : eq(runs.kind, query.kind),
            cursor && sql`(${runs.createdAt}, ${runs.id}) < (${cursor.at}, ${cursor.id})`,
          ),
        )
        .orderBy(desc(runs.createdAt), desc(runs.id))
        .limit(query.limit + 1),
    )
    const shown = found.slice(0, query.limit)
    return {
      runs: shown.map((row) => toPublicRun(row, services.runs.publicResult(row))),
      next: found.length > query.limit ? (shown.at(-1)?.cursor ?? null) : null,
    }
  }),

  get: procedures.runs.get.handler(async ({ context, input: { params } }) => readPublicRun(context, params.id)),

  cancel: procedures.runs.cancel.handler(async ({ context, input: { params } }) => {
    await readPublicRun(context, params.id)
    const { runs: service } = context.services
    const row = await service.cancel(context.key.ownerId, params.id)
    return toPublicRun(row, service.publicResult(row))
  }),
}

/** Throws NOT_FOUND for another owner's run, and API_KEY_COMPANY for one of another company. */
async function readPublicRun({ services, key }: PublicContext, id: string) {
  const row = await services.db.asUser(key.ownerId, (tx) => readRun(tx, key.ownerId, { id }))
  requireCompany(key, row.companyId)
  return toPublicRun(row, services.runs.publicResult(row))
}
