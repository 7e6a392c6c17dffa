import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { ConfigError } from '../../config-error.ts'
import type { Db } from '../../db/db.ts'
import { files } from '../../db/schema-photos.ts'
import { instance } from '../../db/schema-store.ts'
import type { FileStore } from './file-store.ts'
import { isFileKey } from './storage-key.ts'
import { newLease } from '../sweep/sweep-lease.ts'
import { ownerMarkerBytes, OWN_PREFIX, readOwnerMarker, type OwnerMarker } from './store-mark.ts'

/** A folder or bucket whose prefix isn't known yet. */
export interface StoreLocation {
  /** Its name in messages. */
  name: string
  /** The folder in the data folder, which contains nothing else and needs no prefix. */
  isOurs: boolean
  open(prefix: OwnerMarker['prefix']): FileStore
}

/** Files to look for in a store without a marker, and how many must exist. */
const SAMPLE = 50
const FOUND_SHARE = 0.9
/** Objects to scan for files of an instance with another database. */
const SCANNED_MAX = 5000

/**
 * Opens the store as this database's own, by its owner marker. A store without one is marked if it is new, or if it has this database's
 * files. Throws a ConfigError for another instance's store: sweeping it would delete that instance's files.
 */
export async function claimStore(place: StoreLocation, db: Db): Promise<FileStore> {
  const { ownerMarker: file } = place.open('')
  const id = await instanceId(db)
  const known = await readOwnerMarker(file)
  if (known) return place.open(ownPrefix(place, known, id))
  const prefix = await prefixOfUnmarked(place, db)
  try {
    await file.create(ownerMarkerBytes({ instance: id, prefix, turn: await newLease(db) }))
  } catch (error) {
    // A full store still allows reading and deleting. Without a marker nothing is swept.
    if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
  }
  // Another process may have written the marker first, of this instance or another.
  const made = await readOwnerMarker(file)
  return place.open(made ? ownPrefix(place, made, id) : prefix)
}

/** For the operator's command: makes this database the store's owner, whatever the marker says. Deletes nothing. */
export async function adoptStore(place: StoreLocation, db: Db): Promise<FileStore> {
  const { ownerMarker: file } = place.open('')
  const id = await instanceId(db)
  const known = await readOwnerMarker(file)
  const prefix = known && known !== 'unreadable' ? known.prefix : await likelyPrefix(place, db)
  await file.replace(ownerMarkerBytes({ instance: id, prefix, turn: await newLease(db) }))
  return place.open(prefix)
}

/** Opens a store to copy files into before an instance uses it. Throws a ConfigError for a store of another instance. */
export async function openForCopy(place: StoreLocation, id: string): Promise<FileStore> {
  const known = await readOwnerMarker(place.open('').ownerMarker)
  return place.open(known ? ownPrefix(place, known, id) : place.isOurs ? '' : OWN_PREFIX)
}

export async function instanceId(db: Db): Promise<string> {
  const [row] = await db.asSystem((tx) => tx.select({ id: instance.id }).from(instance))
  if (!row) throw new Error('The database has no instance row')
  return row.id
}

function ownPrefix(place: StoreLocation, mark: OwnerMarker | 'unreadable', id: string): OwnerMarker['prefix'] {
  if (mark === 'unreadable') throw refusal(place, 'has an unreadable owner marker (.ninesixteen/owner.json)')
  if (mark.instance !== id) throw refusal(place, `belongs to another Ninesixteen database, the instance ${mark.instance}`)
  return mark.prefix
}

async function prefixOfUnmarked(place: StoreLocation, db: Db): Promise<OwnerMarker['prefix']> {
  const sample = await samplePaths(db)
  const { any, own } = await scan(place.open(''))
  if (sample.length === 0) {
    const isForeign = own || (await scan(place.open(OWN_PREFIX))).own
    if (isForeign) throw refusal(place, 'contains files of Ninesixteen that this database does not know')
    return place.isOurs ? '' : OWN_PREFIX
  }
  if (!any) return ''
  const { prefix, found } = await bestPrefix(place, sample)
  if (found >= sample.length * FOUND_SHARE) return prefix
  throw refusal(place, `contains only ${found} of ${sample.length} sampled files of this database`)
}

/** The prefix with most of this database's files. */
async function bestPrefix(place: StoreLocation, paths: readonly string[]): Promise<{ prefix: OwnerMarker['prefix']; found: number }> {
  const [atRoot, inFolder] = [await countFound(place.open(''), paths), await countFound(place.open(OWN_PREFIX), paths)]
  return atRoot >= inFolder ? { prefix: '', found: atRoot } : { prefix: OWN_PREFIX, found: inFolder }
}

async function likelyPrefix(place: StoreLocation, db: Db): Promise<OwnerMarker['prefix']> {
  const sample = await samplePaths(db)
  if (sample.length > 0) return (await bestPrefix(place, sample)).prefix
  return place.isOurs ? '' : OWN_PREFIX
}

async function samplePaths(db: Db): Promise<string[]> {
  const isStored = eq(files.state, 'stored')
  const rows = await db.long.asSystem((tx) =>
    tx
      .select({ path: files.path })
      .from(files)
      .where(isStored)
      .orderBy(sql`random()`)
      .limit(SAMPLE),
  )
  return rows.map((row) => row.path)
}

async function countFound(store: FileStore, paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => store.has(path)))
  return found.filter(Boolean).length
}

async function scan(store: FileStore): Promise<{ any: boolean; own: boolean }> {
  let seen = 0
  for await (const { key } of store.list()) {
    seen += 1
    if (isFileKey(key)) return { any: true, own: true }
    if (seen >= SCANNED_MAX) break
  }
  return { any: seen > 0, own: false }
}

function refusal({ name }: StoreLocation, what: string): ConfigError {
  return new ConfigError(
    `${name} ${what}. Use another folder or bucket for this database, start with the database that owns it, ` +
      'or run "npm run files -- adopt" to make this database its owner.',
  )
}
