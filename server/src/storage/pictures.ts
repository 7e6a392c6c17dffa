import { randomBytes } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { MediaItem, UploadedFile, UploadPurpose } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import { files, mediaCompanyLinks, mediaItems } from '../db/schema.ts'
import { encodePicture, type EncodedPicture, type PictureSource } from './encode-picture.ts'
import type { FileStore } from './file-store.ts'
import { keysOf, readVariant } from './renditions.ts'

export interface PictureStorage {
  db: Db
  store: FileStore
}

export interface PictureUpload {
  source: PictureSource
  /** Shown in the library and named in messages. */
  filename: string
  purpose: UploadPurpose
  /** For purpose `media`, the client's id of it: the same id again gives the same picture and stores nothing. */
  mediaId?: string
}

/**
 * Re-encodes and stores a picture. A row stands before the first byte and is completed after the last, so that a crash
 * at any point leaves something the sweep finds, and never a picture that is half there.
 */
export async function storePicture(storage: PictureStorage, userId: string, upload: PictureUpload): Promise<UploadedFile> {
  const { db, store } = storage
  const known = await findMedia(db, userId, upload.mediaId)
  if (known) return known
  const picture = await encodePicture(upload.source)
  const path = newPath(userId, picture.extension)
  await db.asUser(userId, (tx) => tx.insert(files).values({ path, userId, mimeType: picture.mimeType }))
  try {
    await store.put(path, picture.bytes, picture.mimeType)
    await readVariant(store, path, 'thumbnail')
    return await db.asUser(userId, (tx) => completeUpload(tx, { userId, path, picture, upload }))
  } catch (error) {
    await discard(storage, userId, path)
    // Two requests with one id at once: the other one was first.
    const first = isUniqueViolation(error) ? await findMedia(db, userId, upload.mediaId) : null
    if (first) return first
    throw isUniqueViolation(error) ? new AppError('INVALID_INPUT', { fields: 'id' }) : error
  }
}

/** Takes files away for good: marked first, then removed from the store with all renditions, then forgotten. */
export async function removeFiles({ db, store }: PictureStorage, userId: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const mine = and(eq(files.userId, userId), inArray(files.path, [...paths]))
  await db.asUser(userId, (tx) => tx.update(files).set({ state: 'deleting' }).where(mine))
  await store.remove(paths.flatMap(keysOf))
  await db.asUser(userId, (tx) => tx.delete(files).where(mine))
}

/** True when every path is a whole file of this user. */
export async function ownsFiles(tx: Tx, userId: string, paths: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(paths)]
  if (wanted.length === 0) return true
  const found = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.state, 'stored'), inArray(files.path, wanted)))
  return found.length === wanted.length
}

export function mediaItem(row: typeof mediaItems.$inferSelect, companyIds: string[]): MediaItem {
  const { id, filename, source, filePath, fileSize, dimensions, tags, createdAt } = row
  return { id, filename, source, filePath, fileSize, dimensions, tags, companyIds, createdAt: createdAt.toISOString() }
}

function newPath(userId: string, extension: string): string {
  return `${userId}/${Date.now()}_${randomBytes(9).toString('base64url')}.${extension}`
}

interface Stored {
  userId: string
  path: string
  picture: EncodedPicture
  upload: PictureUpload
}

async function completeUpload(tx: Tx, { userId, path, picture, upload }: Stored): Promise<UploadedFile> {
  const { width, height, bytes } = picture
  const fileSize = bytes.byteLength
  const completed = await tx
    .update(files)
    .set({ state: 'stored', bytes: fileSize, width, height })
    .where(and(eq(files.userId, userId), eq(files.path, path), eq(files.state, 'pending')))
    .returning({ path: files.path })
  if (completed.length === 0) throw new AppError('UPLOAD_FAILED')
  const file = { filePath: path, width, height, fileSize }
  if (upload.purpose !== 'media' || !upload.mediaId) return { ...file, media: null }
  const [row] = await tx
    .insert(mediaItems)
    .values({ id: upload.mediaId, userId, filename: upload.filename, filePath: path, fileSize, dimensions: `${width}x${height}` })
    .returning()
  return { ...file, media: row ? mediaItem(row, []) : null }
}

async function findMedia(db: Db, userId: string, mediaId: string | undefined): Promise<UploadedFile | null> {
  if (!mediaId) return null
  return db.asUser(userId, async (tx) => {
    const owned = and(eq(mediaItems.userId, userId), eq(mediaItems.id, mediaId))
    const [found] = await tx.select().from(mediaItems).innerJoin(files, eq(files.path, mediaItems.filePath)).where(owned)
    if (!found) return null
    const links = await tx
      .select()
      .from(mediaCompanyLinks)
      .where(and(eq(mediaCompanyLinks.userId, userId), eq(mediaCompanyLinks.mediaItemId, mediaId)))
    const { path: filePath, width, height, bytes: fileSize } = found.files
    const companyIds = links.map((link) => link.companyId)
    return { filePath, width, height, fileSize, media: mediaItem(found.media_items, companyIds) }
  })
}

/** Undoes an upload that failed. What cannot be undone now (no database, say) the hourly sweep finds. */
async function discard(storage: PictureStorage, userId: string, path: string): Promise<void> {
  await Promise.allSettled([removeFiles(storage, userId, [path])])
}
