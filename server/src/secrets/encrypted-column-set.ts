import type { Tx } from '../db/db.ts'

/** Number of values by the secret that encrypted them; values of unknown ones are unreadable. */
export interface EncryptedCounts {
  current: number
  older: number
  unknown: number
}

export interface ReencryptStep {
  /** Number of re-encrypted values. */
  sealed: number
  /** Cursor of the next step; null at the end. */
  last: readonly string[] | null
}

/** A place of encrypted values in the database. */
export interface EncryptedColumnSet {
  /** Name for the operator. */
  what: string
  count(tx: Tx): Promise<EncryptedCounts>
  /** Re-encrypts some values of older secrets with the current one. */
  step(tx: Tx, after: readonly string[] | null): Promise<ReencryptStep>
}
