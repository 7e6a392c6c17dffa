import { sql } from 'drizzle-orm'
import type { LogEntry, OperatorAction } from '@ninesixteen/shared/api/operator'
import type { Db, Tx } from '../db/db.ts'
import { isoTime } from '../db/columns.ts'
import { operatorLog } from '../db/schema-operator.ts'
import { readAsOperator } from './operator-reads.ts'

/** Entries per page. */
const PAGE = 50

export interface LoggedAction {
  /** Id of the operator. */
  actor: string
  action: OperatorAction
  /** Id of the user or object. */
  target?: string
  detail?: LogEntry['detail']
}

/** Logs an operator's action in its own transaction. */
export async function logAction(tx: Tx, { actor, action, target, detail }: LoggedAction): Promise<void> {
  await tx.insert(operatorLog).values({ actor, action, target: target ?? null, detail: detail ?? {} })
}

interface LogRow extends Record<string, unknown> {
  id: string
  at: string
  action: string
  actor: string
  target: string | null
  detail: LogEntry['detail']
}

/** Newest first. Names users and invitees by address; deleted accounts by id only. */
export async function readLog(db: Db, before: number | undefined): Promise<{ items: LogEntry[]; next: number | null }> {
  const { rows } = await readAsOperator(db, (tx) =>
    tx.execute<LogRow>(sql`
      select l.id, ${isoTime(sql`l.at`)} as at, l.action, coalesce(a.email, l.actor) as actor,
        coalesce(t.email, i.email, l.target) as target, l.detail
      from operator_log l
        left join users a on a.id = l.actor left join users t on t.id = l.target left join invitations i on i.id::text = l.target
      where ${before === undefined ? sql`true` : sql`l.id < ${before}`}
      order by l.id desc limit ${PAGE + 1}`),
  )
  const items = rows.slice(0, PAGE).map((row) => ({ ...row, id: Number(row.id) }))
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null }
}
