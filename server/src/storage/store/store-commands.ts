import { min, sql } from 'drizzle-orm'
import type { Db } from '../../db/db.ts'
import { instance, leftoverFiles } from '../../db/schema.ts'
import { adoptStore, instanceId } from './store-ownership.ts'
import { countOrphans } from '../sweep/orphaned-files.ts'
import { placeOf, usable, type StoreSettings } from './open-store.ts'
import { readMark } from './store-mark.ts'

/* What an operator may ask of the file store, answered in words. */

/** How long the collection of unused files may be large. */
const ALLOWED = '25 hours'

export async function status(settings: StoreSettings, db: Db): Promise<string> {
  const place = placeOf(settings)
  const mark = await usable(place, () => readMark(place.open('').mark))
  const id = await instanceId(db)
  const [first] = await db.asSystem((tx) => tx.select({ removeAt: min(leftoverFiles.removeAt) }).from(leftoverFiles))
  const { aside, unallowed } = await countOrphans(db)
  const owner = () => {
    if (mark === null) return 'The file store has no mark yet: the next start writes it.'
    if (mark === 'unreadable') return 'The file store has a mark of ownership that cannot be read.'
    if (mark.instance !== id) return `The file store belongs to another database, the instance ${mark.instance}.`
    if (mark.turn === null) return 'The file store is used by two copies of this database, so nothing is swept in it.'
    return 'The file store belongs to this database.'
  }
  const left = `Set aside as leftovers: ${aside}, of which ${aside - unallowed} are removed however many they are.`
  return [owner(), left, ...(first?.removeAt ? [`The first of them may be removed from ${first.removeAt.toISOString()} on.`] : [])].join(
    '\n',
  )
}

export async function adopt(settings: StoreSettings, db: Db): Promise<string> {
  const place = placeOf(settings)
  await usable(place, () => adoptStore(place, db))
  return 'The file store belongs to this database now. A copy of it or another database that still uses the store has to be pointed elsewhere.'
}

export async function allow(_settings: StoreSettings, db: Db): Promise<string> {
  await db.asSystem(async (tx) => {
    await tx.update(leftoverFiles).set({ allowed: true })
    await tx.update(instance).set({ largeUntil: sql`now() + ${ALLOWED}::interval` })
  })
  const { aside } = await countOrphans(db)
  return `The ${aside} leftovers set aside so far are removed when they have been aside for seven days, and unused files within a day, however many they are.`
}
