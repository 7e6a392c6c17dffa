import { eq, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { ConfigError } from '../../config-error.ts'
import type { Db } from '../../db/db.ts'
import { files, instance } from '../../db/schema.ts'
import type { FileStore } from './file-store.ts'
import { isPictureKey } from './storage-key.ts'
import { newLease } from '../sweep/sweep-lease.ts'
import { markBytes, OWN_PREFIX, readMark, type StoreMark } from './store-mark.ts'

/** A folder or a bucket, before it is known where in it the pictures are. */
export interface StorePlace {
  /** As a sentence names it. */
  name: string
  /** The folder in the data folder: nothing else is in it, so it needs no folder of its own. */
  isOurs: boolean
  open(prefix: StoreMark['prefix']): FileStore
}

/** Pictures looked for in a store without a mark, and how many of them have to be there. */
const SAMPLE = 50
const FOUND_SHARE = 0.9
/** Objects looked through for pictures of a product whose database is not this one. */
const LOOKED_THROUGH = 5000

/**
 * Opens the store as this database's own. The mark in it says whose it is; a store without one is marked when it is new, or when it holds
 * what this database names. Throws a ConfigError for the store of another instance: sweeping it would remove everything of theirs.
 */
export async function claimStore(place: StorePlace, db: Db): Promise<FileStore> {
  const { mark: file } = place.open('')
  const id = await instanceId(db)
  const known = await readMark(file)
  if (known) return place.open(ownPrefix(place, known, id))
  const prefix = await prefixOfUnmarked(place, db)
  try {
    await file.create(markBytes({ instance: id, prefix, turn: await newLease(db) }))
  } catch (error) {
    // A full store is still good for reading and for making room in it. Without a mark nothing is swept there.
    if (!(error instanceof AppError) || error.code !== 'STORAGE_FULL') throw error
  }
  // Another start may have been first, this product's or somebody else's.
  const made = await readMark(file)
  return place.open(made ? ownPrefix(place, made, id) : prefix)
}

/** For the operator's command: makes this database the store's owner, whoever it was before. Nothing in the store is removed by that. */
export async function adoptStore(place: StorePlace, db: Db): Promise<FileStore> {
  const { mark: file } = place.open('')
  const id = await instanceId(db)
  const known = await readMark(file)
  const prefix = known && known !== 'unreadable' ? known.prefix : await likelyPrefix(place, db)
  await file.replace(markBytes({ instance: id, prefix, turn: await newLease(db) }))
  return place.open(prefix)
}

/** Opens a place that is filled for an instance before it is its store. Throws a ConfigError for one that belongs to another instance. */
export async function openForCopy(place: StorePlace, id: string): Promise<FileStore> {
  const known = await readMark(place.open('').mark)
  return place.open(known ? ownPrefix(place, known, id) : place.isOurs ? '' : OWN_PREFIX)
}

export async function instanceId(db: Db): Promise<string> {
  const [row] = await db.asSystem((tx) => tx.select({ id: instance.id }).from(instance))
  if (!row) throw new Error('The database has no row of its instance')
  return row.id
}

function ownPrefix(place: StorePlace, mark: StoreMark | 'unreadable', id: string): StoreMark['prefix'] {
  if (mark === 'unreadable') throw refusal(place, 'has a mark of ownership (.ninesixteen/owner.json) that cannot be read')
  if (mark.instance !== id) throw refusal(place, `belongs to another database of Ninesixteen, the instance ${mark.instance}`)
  return mark.prefix
}

async function prefixOfUnmarked(place: StorePlace, db: Db): Promise<StoreMark['prefix']> {
  const sample = await samplePaths(db)
  const { any, own } = await lookThrough(place.open(''))
  if (sample.length === 0) {
    const isForeign = own || (await lookThrough(place.open(OWN_PREFIX))).own
    if (isForeign) throw refusal(place, 'holds pictures of Ninesixteen, and this database knows none of them')
    return place.isOurs ? '' : OWN_PREFIX
  }
  if (!any) return ''
  const { prefix, found } = await bestPrefix(place, sample)
  if (found >= sample.length * FOUND_SHARE) return prefix
  throw refusal(place, `holds only ${found} of ${sample.length} pictures that were looked for, out of those this database knows`)
}

/** Where most pictures of this database are. */
async function bestPrefix(place: StorePlace, paths: readonly string[]): Promise<{ prefix: StoreMark['prefix']; found: number }> {
  const [atRoot, inFolder] = [await countFound(place.open(''), paths), await countFound(place.open(OWN_PREFIX), paths)]
  return atRoot >= inFolder ? { prefix: '', found: atRoot } : { prefix: OWN_PREFIX, found: inFolder }
}

async function likelyPrefix(place: StorePlace, db: Db): Promise<StoreMark['prefix']> {
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

async function lookThrough(store: FileStore): Promise<{ any: boolean; own: boolean }> {
  let seen = 0
  for await (const { key } of store.list()) {
    seen += 1
    if (isPictureKey(key)) return { any: true, own: true }
    if (seen >= LOOKED_THROUGH) break
  }
  return { any: seen > 0, own: false }
}

function refusal({ name }: StorePlace, what: string): ConfigError {
  return new ConfigError(
    `${name} ${what}: give this database a folder or bucket of its own or start with the database it belongs to, ` +
      'or run "npm run files -- adopt" if it is to be this database\'s from now on.',
  )
}
