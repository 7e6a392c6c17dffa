import { and, eq, inArray, sql } from 'drizzle-orm'
import { decodePhotoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { Db } from '../db/db.ts'
import { files, photoMaps } from '../db/schema-photos.ts'
import { forEachConcurrently, withTimeout } from '../promises.ts'
import { readVariant, type RenditionSource } from '../storage/renditions.ts'
import { hasStarterPhoto, readStarterPhotoMap } from '../storage/starter-photos.ts'

/** The database and the store of photos, and the decoder that computes their maps. */
export interface PhotoMapSource extends RenditionSource {
  db: Db
  log: { warn(facts: Record<string, unknown>, text: string): void }
}

/** How long a caller waits for maps that aren't stored yet, in milliseconds. */
const WAIT_MS = 300
/** The decoders of one process. */
const AT_ONCE = 2

/** Maps being computed, so that callers at the same time compute each once. */
const computing = new WeakMap<Db, Map<string, Promise<PhotoMap | null>>>()

/**
 * The maps of the user's own photos and of starter photos among the paths. A photo without a stored map gets it now; those that take too
 * long are left out, and are stored for the next caller.
 */
export async function photoMapsOf(from: PhotoMapSource, userId: string, paths: readonly string[]): Promise<Map<string, PhotoMap>> {
  const maps = new Map<string, PhotoMap>()
  const add = (path: string, map: PhotoMap | null): void => void (map && maps.set(path, map))
  const missing: string[] = []
  for (const [path, map] of await readStored(from.db, userId, paths)) {
    add(path, map)
    if (!map) missing.push(path)
  }
  const rest = forEachConcurrently(missing, AT_ONCE, async (path) => add(path, await computeOnce(from, userId, path)))
  // A copy: what is computed later must not change what the caller has.
  return new Map(await withTimeout(rest, WAIT_MS, () => undefined).then(() => maps))
}

/** Photos with their maps, null where none is stored. Paths of no photo of the user are left out. */
async function readStored(db: Db, userId: string, paths: readonly string[]): Promise<[string, PhotoMap | null][]> {
  const [starters, others] = [paths.filter(hasStarterPhoto), paths.filter((path) => !hasStarterPhoto(path))]
  const rows = others.length === 0 ? [] : await readRows(db, userId, others)
  const known = await Promise.all(starters.map(async (path) => ({ path, map: await readStarterPhotoMap(path) })))
  return [...known, ...rows].map(({ path, map }) => [path, map === null ? null : decodePhotoMap(map)])
}

function readRows(db: Db, userId: string, paths: readonly string[]): Promise<{ path: string; map: string | null }[]> {
  const isPhoto = and(eq(files.userId, userId), eq(files.state, 'stored'), inArray(files.mimeType, ['image/jpeg', 'image/png']))
  return db.asUser(userId, (tx) =>
    tx
      .select({ path: files.path, map: photoMaps.map })
      .from(files)
      .leftJoin(photoMaps, eq(photoMaps.path, files.path))
      .where(and(isPhoto, sql`${files.path} = any(${sql.param([...new Set(paths)])}::text[])`)),
  )
}

function computeOnce(from: PhotoMapSource, userId: string, path: string): Promise<PhotoMap | null> {
  const inDatabase = computing.get(from.db) ?? new Map<string, Promise<PhotoMap | null>>()
  computing.set(from.db, inDatabase)
  const pending = inDatabase.get(path)
  if (pending) return pending
  const work = compute(from, userId, path)
    .catch((error: unknown) => {
      from.log.warn({ err: error, path }, 'A photo has no map')
      return null
    })
    .finally(() => inDatabase.delete(path))
  inDatabase.set(path, work)
  return work
}

async function compute(from: PhotoMapSource, userId: string, path: string): Promise<PhotoMap | null> {
  const thumbnail = await readVariant(from, path, 'thumbnail')
  if (!thumbnail) return null
  const map = await from.codec.mapPhoto(thumbnail, { userId })
  if (!hasStarterPhoto(path)) await store(from.db, userId, { path, map })
  return decodePhotoMap(map)
}

/** Only for a file that still exists: it may have been deleted meanwhile. */
function store(db: Db, userId: string, { path, map }: { path: string; map: string }): Promise<unknown> {
  return db.asUser(userId, (tx) =>
    tx.execute(sql`
      insert into ${photoMaps} (path, user_id, map)
      select ${files.path}, ${files.userId}, ${map}::text from ${files} where ${files.path} = ${path} and ${files.userId} = ${userId}
      on conflict (path) do update set map = excluded.map`),
  )
}
