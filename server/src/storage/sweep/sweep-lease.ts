import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { instance } from '../../db/schema-store.ts'
import type { FileStorage } from '../stored-files.ts'
import { ownerMarkerBytes, readOwnerMarker } from '../store/store-mark.ts'

/** More than the number of processes on one database, each of which may sweep between two steps of another. */
const LEASES_KEPT = 20

/** Why nothing is swept, for the log. */
export const NO_LEASE = {
  unmarked: 'The file store has no owner marker (.ninesixteen/owner.json): restart to write it',
  foreign: 'The file store belongs to another database now',
  shared: 'Another copy of this database uses the file store: run "npm run files -- adopt" on the one to keep',
} as const

export type SweepLeaseHeld = keyof typeof NO_LEASE

/** A new lease, stored in the database before it is written into the marker: a crash in between is harmless. */
export async function newLease(db: Db): Promise<string> {
  const lease = randomUUID()
  const recent = sql`(array_append(${instance.turns}, ${lease}::uuid))[greatest(1, cardinality(${instance.turns}) + 2 - ${LEASES_KEPT}::int):]`
  await db.asSystem((tx) => tx.update(instance).set({ turns: recent }))
  return lease
}

/**
 * Every sweep writes a new lease into the store's marker and the database, and requires the marker to hold one this database knows. A copy
 * of the database (a staging system, a restored backup) has the same id but other leases: the first to find an unknown lease stops both
 * permanently, because each would delete files that only the other knows. The operator must decide which one owns the store.
 */
export async function acquireSweepLease({ db, store }: FileStorage): Promise<SweepLeaseHeld | null> {
  const marker = await readOwnerMarker(store.ownerMarker)
  if (marker === null || marker === 'unreadable') return 'unmarked'
  const [own] = await db.asSystem((tx) => tx.select().from(instance))
  if (own?.id !== marker.instance) return 'foreign'
  if (marker.turn === null || !own.turns.includes(marker.turn)) {
    // A copy that knows it is one leaves the marker alone, so that the operator's choice can continue.
    if (own.turns.length > 0 && marker.turn !== null) await store.ownerMarker.replace(ownerMarkerBytes({ ...marker, turn: null }))
    await db.asSystem((tx) => tx.update(instance).set({ turns: [] }))
    return 'shared'
  }
  await store.ownerMarker.replace(ownerMarkerBytes({ ...marker, turn: await newLease(db) }))
  return null
}
