import { Readable } from 'node:stream'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { postMedia } from '../db/schema-publishing.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { originalOf } from '../storage/renditions.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { isFileKey, isStorageKey } from '../storage/store/storage-key.ts'
import { forEachConcurrently } from '../promises.ts'
import { hashOf } from './backup-folder.ts'

/** Rows per query. */
const PAGE = 500
/** Files checked concurrently. */
const AT_ONCE = 8

export interface VerifyResult {
  /** Intact files with a row. */
  intact: number
  /** How many of these had their content verified. */
  hashed: number
  /** A sentence for each row with a missing or damaged file. */
  wrong: string[]
  /** Files without a row, which the sweep handles. */
  unknown: number
}

interface Row {
  path: string
  bytes: number
  sha256: string | null
}

/** Verifies the file of every row: existence, size, and for scheduled posts and libraries the content. */
export async function verifyFiles(
  db: Db,
  store: FileStore,
  { signal, onFile }: { signal: AbortSignal; onFile(): void },
): Promise<VerifyResult> {
  const found: VerifyResult = { intact: 0, hashed: 0, wrong: [], unknown: 0 }
  const seenKeys = new Set<string>()
  for (let page = await rowsAfter(db, ''); page.length > 0; page = await rowsAfter(db, page.at(-1)?.path ?? '')) {
    await forEachConcurrently(page, AT_ONCE, async (row) => {
      signal.throwIfAborted()
      seenKeys.add(row.path)
      const fault = await faultOf(store, row, signal)
      if (fault) found.wrong.push(`${row.path} ${fault}`)
      else found.intact += 1
      if (!fault && row.sha256) found.hashed += 1
      onFile()
    })
  }
  for await (const { key } of store.list()) {
    signal.throwIfAborted()
    if (isFileKey(key) && originalOf(key) === key && !seenKeys.has(key)) found.unknown += 1
  }
  return found
}

async function faultOf(store: FileStore, { path, bytes, sha256 }: Row, signal: AbortSignal): Promise<string | null> {
  if (!isStorageKey(path)) return 'is an invalid key'
  const size = await store.size(path)
  if (size === null) return 'is missing in the store'
  if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
  if (!sha256) return null
  const stream = await store.stream(path, signal)
  if (!stream) return 'is missing in the store'
  return (await hashOf(Readable.fromWeb(stream.body), signal)) === sha256 ? null : 'has changed content'
}

/** Hash of a post's media from rendering, or of a photo from upload. */
const storedHash = sql<string | null>`coalesce(min(${postMedia.sha256}), min(${mediaItems.pictureHash}))`

function rowsAfter(db: Db, path: string): Promise<Row[]> {
  return db.long.asSystem((tx) =>
    tx
      .select({ path: files.path, bytes: files.bytes, sha256: storedHash })
      .from(files)
      .leftJoin(postMedia, eq(postMedia.path, files.path))
      .leftJoin(mediaItems, eq(mediaItems.filePath, files.path))
      .where(and(eq(files.state, 'stored'), gt(files.path, path)))
      .groupBy(files.path)
      .orderBy(asc(files.path))
      .limit(PAGE),
  )
}
