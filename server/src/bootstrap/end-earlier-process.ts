import type { Db } from '../db/db.ts'
import { endHolds } from '../idempotency/once.ts'
import { endLeases } from '../posts/publishing/claim.ts'
import { clearUnfinishedUploads } from '../storage/sweep/unfinished-uploads.ts'

/** Frees what the earlier process of an embedded database had in hand: by the lock on its data folder, no other process uses them. */
export async function endEarlierProcess(db: Db, dataDir: string): Promise<void> {
  await clearUnfinishedUploads(dataDir, new Date())
  await db.asSystem(async (tx) => {
    await endLeases(tx)
    await endHolds(tx)
  })
}
