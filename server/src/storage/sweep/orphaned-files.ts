import { and, eq, inArray, lt, lte, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/db.ts'
import { users } from '../../db/schema-accounts.ts'
import { files } from '../../db/schema-photos.ts'
import { orphanedFiles } from '../../db/schema-store.ts'
import type { FileStore } from '../store/file-store.ts'
import type { FileStorage } from '../stored-files.ts'
import { keysOf, originalOf } from '../renditions.ts'
import { isOwnKey, isUserFolder } from '../store/storage-key.ts'

/** The row of a younger object may be in an open transaction. */
const YOUNG_MS = 60 * 60 * 1000
/** Time to restore a lost database, or to notice a wrong one. */
const ASIDE_MS = 7 * 24 * 60 * 60 * 1000
const BATCH = 500

/** More orphans than this number and this share can't come from crashes: something else is wrong. */
export const SUSPICIOUS = { count: 100, share: 0.05 } as const

export function isSuspicious(part: number, total: number): boolean {
  return part > SUSPICIOUS.count && part > total * SUSPICIOUS.share
}

export interface OrphanedFiles {
  /** Our objects in the store. */
  listed: number
  /** Files without a row. */
  orphaned: number
  removed: number
  /** Whether deletion was suspended, because there were too many. */
  held: boolean
}

/** Records the objects of a deleted account: the next sweep deletes them, regardless of their number. */
export async function abandonFiles(tx: Tx, paths: readonly string[]): Promise<void> {
  const keys = paths.flatMap(keysOf)
  const originals = keys.map(originalOf)
  await tx.execute(sql`
    insert into ${orphanedFiles} (key, path, remove_at, seen_at, allowed)
    select key, path, now(), now(), true from unnest(${sql.param(keys)}::text[], ${sql.param(originals)}::text[]) as given(key, path)
    on conflict (key) do update set remove_at = excluded.remove_at, allowed = true`)
}

/** Deletes objects and their orphan records. */
export async function removeOrphans({ db, store }: FileStorage, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const some = keys.slice(at, at + BATCH)
    await store.remove(some)
    await db.long.asSystem((tx) => tx.delete(orphanedFiles).where(inArray(orphanedFiles.key, some)))
  }
  await removeFoldersOfDeletedUsers({ db, store }, [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))])
}

/** Removes empty folders of deleted users; others may be about to be written to. */
export async function removeFoldersOfDeletedUsers({ db, store }: FileStorage, names: readonly string[]): Promise<void> {
  const folders = names.filter(isUserFolder)
  if (!store.removeEmptyFolder || folders.length === 0) return
  const existing = await db.long.asSystem((tx) => tx.select({ id: users.id }).from(users).where(inArray(users.id, folders)))
  const ids = new Set(existing.map(({ id }) => id))
  for (const name of folders) if (!ids.has(name)) await store.removeEmptyFolder(name)
}

/**
 * Records objects in our format without a row, and deletes those recorded long enough ago. Recording is a row in the database that leaves
 * the object alone: a `files` row of a restored database clears it.
 */
export async function sweepOrphans(storage: FileStorage, now: Date): Promise<OrphanedFiles> {
  const { db, store } = storage
  const listed = await setAside(db, store, now)
  await db.long.asSystem(async (tx) => {
    const isNamed = inArray(orphanedFiles.path, tx.select({ path: files.path }).from(files))
    await tx.delete(orphanedFiles).where(isNamed)
    // No longer in the store. Objects of a deleted account may have been too young for this listing.
    await tx.delete(orphanedFiles).where(and(lt(orphanedFiles.seenAt, now), eq(orphanedFiles.allowed, false)))
  })
  const { aside, unallowed } = await countOrphans(db)
  const held = isSuspicious(unallowed, listed)
  return { listed, orphaned: aside, held, removed: await removeDue(storage, { now, onlyAllowed: held }) }
}

async function setAside(db: Db, store: FileStore, now: Date): Promise<number> {
  let listed = 0
  let batch: string[] = []
  const flush = async () => {
    const unknown = batch.splice(0)
    if (unknown.length > 0) await db.long.asSystem((tx) => addOrphans(tx, unknown, now))
  }
  const youngest = new Date(now.getTime() - YOUNG_MS)
  for await (const { key, modifiedAt } of store.list()) {
    if (!isOwnKey(key)) continue
    listed += 1
    if (modifiedAt < youngest) batch.push(key)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return listed
}

async function addOrphans(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  const existingFiles = await tx
    .select({ path: files.path })
    .from(files)
    .where(inArray(files.path, [...new Set(keys.map(originalOf))]))
  const paths = new Set(existingFiles.map((row) => row.path))
  const orphans = keys.filter((key) => !paths.has(originalOf(key)))
  if (orphans.length === 0) return
  const removeAt = new Date(now.getTime() + ASIDE_MS)
  await tx
    .insert(orphanedFiles)
    .values(orphans.map((key) => ({ key, path: originalOf(key), removeAt, seenAt: now })))
    // Another process may have listed later.
    .onConflictDoUpdate({ target: orphanedFiles.key, set: { seenAt: sql`greatest(${orphanedFiles.seenAt}, excluded.seen_at)` } })
}

export async function countOrphans(db: Db): Promise<{ aside: number; unallowed: number }> {
  const count = { aside: sql<number>`count(*)::int`, unallowed: sql<number>`(count(*) filter (where not ${orphanedFiles.allowed}))::int` }
  const [row] = await db.long.asSystem((tx) => tx.select(count).from(orphanedFiles))
  return row ?? { aside: 0, unallowed: 0 }
}

async function removeDue(storage: FileStorage, { now, onlyAllowed }: { now: Date; onlyAllowed: boolean }): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await storage.db.long.asSystem((tx) =>
      tx
        .select({ key: orphanedFiles.key })
        .from(orphanedFiles)
        .where(
          and(
            lte(orphanedFiles.removeAt, now),
            onlyAllowed ? eq(orphanedFiles.allowed, true) : undefined,
            notExists(tx.select().from(files).where(eq(files.path, orphanedFiles.path))),
          ),
        )
        .limit(BATCH),
    )
    if (due.length === 0) return removed
    const keys = due.map((row) => row.key)
    await removeOrphans(storage, keys)
    removed += keys.length
  }
}
