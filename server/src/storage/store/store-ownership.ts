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
  isDefault: boolean
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
export async function claimStore(location: StoreLocation, db: Db): Promise<FileStore> {
  const { ownerMarker: file } = location.open('')
  const id = await instanceId(db)
  const existing = await readOwnerMarker(file)
  if (existing) return location.open(ownPrefix(location, existing, id))
  const prefix = await prefixOfUnmarked(location, db)
  try {
    await file.create(ownerMarkerBytes({ instance: id, prefix, turn: await newLease(db) }))
  } catch (error) {
    // A full store still allows reading and deleting. Without a marker nothing is swept.
    if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
  }
  // Another process may have written the marker first, of this instance or another.
  const written = await readOwnerMarker(file)
  return location.open(written ? ownPrefix(location, written, id) : prefix)
}

/** For the operator's command: makes this database the store's owner, whatever the marker says. Deletes nothing. */
export async function adoptStore(location: StoreLocation, db: Db): Promise<FileStore> {
  const { ownerMarker: file } = location.open('')
  const id = await instanceId(db)
  const existing = await readOwnerMarker(file)
  const prefix = existing && existing !== 'unreadable' ? existing.prefix : await likelyPrefix(location, db)
  await file.replace(ownerMarkerBytes({ instance: id, prefix, turn: await newLease(db) }))
  return location.open(prefix)
}

/** Opens a store to copy files into before an instance uses it. Throws a ConfigError for a store of another instance. */
export async function openForCopy(location: StoreLocation, id: string): Promise<FileStore> {
  const existing = await readOwnerMarker(location.open('').ownerMarker)
  return location.open(existing ? ownPrefix(location, existing, id) : location.isDefault ? '' : OWN_PREFIX)
}

export async function instanceId(db: Db): Promise<string> {
  const [row] = await db.asSystem((tx) => tx.select({ id: instance.id }).from(instance))
  if (!row) throw new Error('The database has no instance row')
  return row.id
}

function ownPrefix(location: StoreLocation, marker: OwnerMarker | 'unreadable', id: string): OwnerMarker['prefix'] {
  if (marker === 'unreadable') throw refusal(location, 'has an unreadable owner marker (.ninesixteen/owner.json)')
  if (marker.instance !== id) throw refusal(location, `belongs to another Ninesixteen database, the instance ${marker.instance}`)
  return marker.prefix
}

async function prefixOfUnmarked(location: StoreLocation, db: Db): Promise<OwnerMarker['prefix']> {
  const sample = await samplePaths(db)
  const { any, own } = await scan(location.open(''))
  if (sample.length === 0) {
    const isForeign = own || (await scan(location.open(OWN_PREFIX))).own
    if (isForeign) throw refusal(location, 'contains files of Ninesixteen that this database does not know')
    return location.isDefault ? '' : OWN_PREFIX
  }
  if (!any) return ''
  const { prefix, found } = await bestPrefix(location, sample)
  if (found >= sample.length * FOUND_SHARE) return prefix
  throw refusal(location, `contains only ${found} of ${sample.length} sampled files of this database`)
}

/** The prefix with most of this database's files. */
async function bestPrefix(location: StoreLocation, paths: readonly string[]): Promise<{ prefix: OwnerMarker['prefix']; found: number }> {
  const [atRoot, inFolder] = [await countFound(location.open(''), paths), await countFound(location.open(OWN_PREFIX), paths)]
  return atRoot >= inFolder ? { prefix: '', found: atRoot } : { prefix: OWN_PREFIX, found: inFolder }
}

async function likelyPrefix(location: StoreLocation, db: Db): Promise<OwnerMarker['prefix']> {
  const sample = await samplePaths(db)
  if (sample.length > 0) return (await bestPrefix(location, sample)).prefix
  return location.isDefault ? '' : OWN_PREFIX
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

function refusal({ name }: StoreLocation, reason: string): ConfigError {
  return new ConfigError(
    `${name} ${reason}. Use another folder or bucket for this database, start with the database that owns it, ` +
      'or run "npm run files -- adopt" to make this database its owner.',
  )
}
