import { min, sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { instance, orphanedFiles } from '../../db/schema-store.ts'
import { adoptStore, instanceId } from './store-ownership.ts'
import { countOrphans } from '../sweep/orphaned-files.ts'
import { storeLocationOf, withStoreTimeout, type StoreSettings } from './open-store.ts'
import { readOwnerMarker } from './store-mark.ts'

/* The operator's commands for the file store, answered as text. */

/** How long a large deletion of unused files stays allowed. */
const ALLOWED = '25 hours'

export async function status(settings: StoreSettings, db: Db): Promise<string> {
  const location = storeLocationOf(settings)
  const marker = await withStoreTimeout(location, () => readOwnerMarker(location.open('').ownerMarker))
  const id = await instanceId(db)
  const [first] = await db.asSystem((tx) => tx.select({ removeAt: min(orphanedFiles.removeAt) }).from(orphanedFiles))
  const { aside, unallowed } = await countOrphans(db)
  const owner = () => {
    if (marker === null) return 'The file store has no owner marker yet. The next start writes it.'
    if (marker === 'unreadable') return 'The owner marker of the file store (.ninesixteen/owner.json) is unreadable.'
    if (marker.instance !== id) return `The file store belongs to another database, the instance ${marker.instance}.`
    if (marker.turn === null)
      return 'Two copies of this database use the file store, so nothing is swept. Run "npm run files -- adopt" on the one to keep.'
    return 'The file store belongs to this database.'
  }
  const orphanedText = `Orphaned files: ${aside}, of which ${aside - unallowed} are deleted regardless of their number.`
  return [owner(), orphanedText, ...(first?.removeAt ? [`The first one is deleted after ${first.removeAt.toISOString()}.`] : [])].join('\n')
}

export async function adopt(settings: StoreSettings, db: Db): Promise<string> {
  const location = storeLocationOf(settings)
  await withStoreTimeout(location, () => adoptStore(location, db))
  return 'The file store now belongs to this database. Point any other database that uses it to another store.'
}

export async function allow(_settings: StoreSettings, db: Db): Promise<string> {
  await db.asSystem(async (tx) => {
    await tx.update(orphanedFiles).set({ allowed: true })
    await tx.update(instance).set({ largeUntil: sql`now() + ${ALLOWED}::interval` })
  })
  const { aside } = await countOrphans(db)
  return `Allowed: the ${aside} orphaned files found so far are deleted seven days after they were found, and unused files within a day.`
}
