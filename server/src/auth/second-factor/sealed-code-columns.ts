import { and, asc, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { codeSecrets } from '../../db/schema-second-factor.ts'
import type { EncryptedColumnSet, ReencryptStep } from '../../secrets/encrypted-column-set.ts'
import { decryptCodes, encryptedCodes, type CodeSecrets } from './sealed-codes.ts'

/** The format doesn't name its key, so keys are tried in turn. */
const ROWS = 50

type Row = typeof codeSecrets.$inferSelect

/** Two-factor codes, encrypted in the accounts library's format. */
export function encryptedCodeColumns(secrets: CodeSecrets): EncryptedColumnSet[] {
  return [columnOf(secrets, 'secret', 'two-factor codes'), columnOf(secrets, 'backupCodes', 'recovery codes')]
}

function columnOf(secrets: CodeSecrets, column: 'secret' | 'backupCodes', label: string): EncryptedColumnSet {
  const { encrypt } = encryptedCodes(secrets)

  async function reencryptRow(tx: Tx, row: Row): Promise<boolean> {
    const opened = await decryptCodes(row[column], secrets)
    if (opened === null || opened.isCurrent) return false
    const sealed = await encrypt(opened.plain)
    const { rowCount } = await tx
      .update(codeSecrets)
      .set({ [column]: sealed })
      .where(and(eq(codeSecrets.id, row.id), eq(codeSecrets[column], row[column])))
    return rowCount === 1
  }

  return {
    what: label,
    async count(tx) {
      const counted = { current: 0, older: 0, unknown: 0 }
      for (let after: string | null = null, rows: Row[]; ; after = rows.at(-1)?.id ?? null) {
        rows = await rowsAfter(tx, after)
        for (const row of rows) {
          const opened = await decryptCodes(row[column], secrets)
          if (opened === null) counted.unknown++
          else if (opened.isCurrent) counted.current++
          else counted.older++
        }
        if (rows.length < ROWS) return counted
      }
    },
    async step(tx, after): Promise<ReencryptStep> {
      const rows = await rowsAfter(tx, after?.[0] ?? null).for('update', { skipLocked: true })
      let sealed = 0
      for (const row of rows) if (await reencryptRow(tx, row)) sealed++
      const last = rows.at(-1)
      return { sealed, last: last && rows.length === ROWS ? [last.id] : null }
    },
  }
}

function rowsAfter(tx: Tx, after: string | null) {
  const isAfter = after === null ? undefined : gt(codeSecrets.id, after)
  return tx.select().from(codeSecrets).where(isAfter).orderBy(asc(codeSecrets.id)).limit(ROWS)
}
