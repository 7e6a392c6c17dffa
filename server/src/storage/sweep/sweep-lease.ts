import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { instance } from '../../db/schema.ts'
import type { FileStorage } from '../stored-files.ts'
import { markBytes, readMark } from '../store/store-mark.ts'

/** More than there are processes on one database: each of them may take a turn between another's two steps. */
const TURNS_KEPT = 20

/** Why nothing is swept, as the log says it. */
export const NO_LEASE = {
  unmarked: 'The file store has no mark of ownership (.ninesixteen/owner.json): start again to have it written',
  foreign: 'The file store belongs to another database now',
  shared: 'Another copy of this database uses the file store: run "npm run files -- adopt" on the one that is to keep it',
} as const

export type SweepLeaseHeld = keyof typeof NO_LEASE

/** A turn that no copy of this database knows, remembered before it is written into the mark: a crash in between costs nothing. */
export async function newLease(db: Db): Promise<string> {
  const turn = randomUUID()
  const kept = sql`(array_append(${instance.turns}, ${turn}::uuid))[greatest(1, cardinality(${instance.turns}) + 2 - ${TURNS_KEPT}::int):]`
  await db.asSystem((tx) => tx.update(instance).set({ turns: kept }))
  return turn
}

/**
 * Every sweep leaves a new turn in the store's mark and in the database, and goes on from the one before. A copy of the database (a staging
 * system, a restored backup) has the same id and another line of turns: whoever finds one that it did not take stops both, for good, because
 * each would remove what only the other knows. Which of them the store belongs to, the operator has to say.
 */
export async function acquireSweepLease({ db, store }: FileStorage): Promise<SweepLeaseHeld | null> {
  const mark = await readMark(store.mark)
  if (mark === null || mark === 'unreadable') return 'unmarked'
  const [mine] = await db.asSystem((tx) => tx.select().from(instance))
  if (mine?.id !== mark.instance) return 'foreign'
  if (mark.turn === null || !mine.turns.includes(mark.turn)) {
    // A copy that knows it is one leaves the mark alone, so that the owner goes on once the operator has named it.
    if (mine.turns.length > 0 && mark.turn !== null) await store.mark.replace(markBytes({ ...mark, turn: null }))
    await db.asSystem((tx) => tx.update(instance).set({ turns: [] }))
    return 'shared'
  }
  await store.mark.replace(markBytes({ ...mark, turn: await newLease(db) }))
  return null
}
