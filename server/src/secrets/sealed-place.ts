import type { Tx } from '../db/db.ts'

/** How many values stand in a place, by whose secret sealed them; of an unknown one's nobody can read anything. */
export interface Sealed {
  current: number
  older: number
  unknown: number
}

export interface Step {
  /** How many values were sealed anew. */
  sealed: number
  /** Where the next step goes on; null at the end. */
  last: readonly string[] | null
}

/** Where the database keeps what is sealed. */
export interface SealedPlace {
  /** In words for the operator. */
  what: string
  count(tx: Tx): Promise<Sealed>
  /** Seals some values of older secrets with the one in front. */
  step(tx: Tx, after: readonly string[] | null): Promise<Step>
}
