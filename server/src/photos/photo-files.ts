import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { MediaItem, UploadedFile, UploadPurpose } from '@ninesixteen/shared/api/media'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { AppError } from '@ninesixteen/shared/errors'
import type { EncodedUpload, ImageDecoder, PictureSource } from '../image-decoding/image-decoder.ts'
import type { Db, Tx } from '../db/db.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import { files, mediaCompanyLinks, mediaItems, photoMaps } from '../db/schema-photos.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { markRemoved, removeFiles, type FileStorage } from '../storage/stored-files.ts'
import { storeRendition } from '../storage/renditions.ts'
import { newKey } from '../storage/store/storage-key.ts'
import { requireQuota } from '../storage/storage-quota.ts'

/** Store, encoder and per-user quota of images. */
export interface PhotoUploadServices extends FileStorage {
  codec: ImageDecoder
  settings: Pick<InstanceSettings, 'now'>
}

export interface PhotoUpload {
  source: PictureSource
  /** Shown in the library and named in messages. */
  filename: string
  purpose: UploadPurpose
  /** For purpose `media`, the client's id: a repeated id returns the stored photo. */
  mediaId?: string
  /** Source URL of an image that wasn't uploaded. */
  originalUrl?: string
  /** Where a found photo is from. */
  credit?: Credit
  madeByAi?: boolean
  /** Runs the transaction that adds a new photo; by default one that does nothing else. */
  commit?: (add: (tx: Tx) => Promise<UploadedFile>) => Promise<UploadedFile>
  /** The shorter side that the image must have, in pixels. */
  sideMin?: number
  /** Aborts when the caller stops waiting. A store operation that has begun completes anyway. */
  signal?: AbortSignal
}

/**
 * Re-encodes and stores an image. Its row is inserted before the first byte and completed after the last, so that a crash at any point
 * leaves something for the sweep and never a partial image. An image that the library already has, by its original or its encoded bytes,
 * returns the existing photo.
 */
export async function storePhoto(storage: PhotoUploadServices, userId: string, upload: PhotoUpload): Promise<UploadedFile> {
  const { db, store, codec, settings } = storage
  const wanted = upload.purpose === 'media' ? upload.mediaId : undefined
  const commit = upload.commit ?? ((add) => db.asUser(userId, add))
  const sourceHash = await hashOf(upload.source)
  const known = wanted && (await findMedia(db, userId, { id: wanted, sourceHash }))
  if (known) return withOrigin(db, userId, { found: known, upload })
  const picture = await codec.encodeUpload(upload.source, { userId, signal: upload.signal })
  requireSide(picture, upload)
  const pictureHash = await hashOf(picture.bytes)
  const same = wanted && (await findMedia(db, userId, { id: wanted, pictureHash }))
  if (same) return withOrigin(db, userId, { found: same, upload })
  const path = newKey(userId, picture.extension)
  const bytes = picture.bytes.byteLength
  await db.asUser(userId, async (tx) => {
    await requireQuota(tx, userId, { bytes, quota: settings.now().storageQuota })
    await tx
      .insert(files)
      .values({ path, userId, mimeType: picture.mimeType, bytes, credit: upload.credit ?? null, madeByAi: upload.madeByAi ?? false })
  })
  try {
    await store.put(path, picture.bytes, picture.mimeType)
    await storeRendition(store, path, { name: 'thumbnail', bytes: picture.thumbnail })
    return await commit((tx) => completeUpload(tx, { userId, path, picture, upload, sourceHash, pictureHash }))
  } catch (error) {
    await discard(storage, { userId, path, error })
    // A concurrent request with the same id or image was first.
    const first = isUniqueViolation(error) && wanted ? await findMedia(db, userId, { id: wanted, pictureHash }) : null
    if (first) return withOrigin(db, userId, { found: first, upload })
    throw isUniqueViolation(error) ? new AppError('INVALID_INPUT', { fields: 'id' }) : error
  }
}

export async function hashOf(source: PictureSource): Promise<string> {
  if (source instanceof Uint8Array) {
    return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(source))).toString('hex')
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(source.file), hash)
  return hash.digest('hex')
}

function requireSide({ width, height }: EncodedUpload, { sideMin = 0 }: PhotoUpload): void {
  const side = Math.min(width, height)
  if (side < sideMin) throw new AppError('PHOTO_TOO_SMALL', { side, min: sideMin })
}

/** A photo that the library already has keeps the credit it was first found with, and is made by AI once an AI sent the same one. */
async function withOrigin(db: Db, userId: string, { found, upload }: { found: UploadedFile; upload: PhotoUpload }): Promise<UploadedFile> {
  const { media, filePath } = found
  if (!media) return found
  const credit = media.credit ?? upload.credit ?? null
  const madeByAi = media.madeByAi || upload.madeByAi === true
  if (credit === media.credit && madeByAi === media.madeByAi) return found
  const set = {
    credit: sql`coalesce(${files.credit}, ${sql.param(credit, files.credit)})`,
    madeByAi: sql`${files.madeByAi} or ${madeByAi}`,
  }
  await db.asUser(userId, (tx) =>
    tx
      .update(files)
      .set(set)
      .where(and(eq(files.userId, userId), eq(files.path, filePath))),
  )
  return { ...found, media: { ...media, credit, madeByAi } }
}

/** Facts beside the photo's row. */
interface OfPhoto {
  companyIds: string[]
  credit: Credit | null
  madeByAi: boolean
}

export function mediaItem(
  row: Omit<typeof mediaItems.$inferSelect, 'words' | 'nameKey'>,
  { companyIds, credit, madeByAi }: OfPhoto,
): MediaItem {
  const { id, filename, source, originalUrl, filePath, fileSize, dimensions, tags, createdAt } = row
  return {
    id,
    filename,
    source,
    originalUrl,
    filePath,
    fileSize,
    dimensions,
    tags,
    companyIds,
    createdAt: createdAt.toISOString(),
    credit,
    madeByAi,
  }
}

interface Stored {
  userId: string
  path: string
  picture: EncodedUpload
  upload: PhotoUpload
  sourceHash: string
  pictureHash: string
}

async function completeUpload(tx: Tx, { userId, path, picture, upload, sourceHash, pictureHash }: Stored): Promise<UploadedFile> {
  const { width, height, bytes } = picture
  const fileSize = bytes.byteLength
  const completed = await tx
    .update(files)
    .set({ state: 'stored', width, height })
    .where(and(eq(files.userId, userId), eq(files.path, path), eq(files.state, 'pending')))
    .returning({ path: files.path })
  if (completed.length === 0) throw new AppError('UPLOAD_FAILED')
  await tx.insert(photoMaps).values({ path, userId, map: picture.photoMap })
  const file = { filePath: path, width, height, fileSize, duplicate: false }
  if (upload.purpose !== 'media' || !upload.mediaId) return { ...file, media: null }
  const { mediaId: id, filename, originalUrl } = upload
  const [row] = await tx
    .insert(mediaItems)
    .values({ id, userId, filename, originalUrl, filePath: path, fileSize, dimensions: `${width}x${height}`, sourceHash, pictureHash })
    .returning()
  return {
    ...file,
    media: row ? mediaItem(row, { companyIds: [], credit: upload.credit ?? null, madeByAi: upload.madeByAi ?? false }) : null,
  }
}

/** Search by id, or else by content. */
interface WantedPhoto {
  id: string
  sourceHash?: string
  pictureHash?: string
}

async function findMedia(db: Db, userId: string, { id, sourceHash, pictureHash }: WantedPhoto): Promise<UploadedFile | null> {
  return db.asUser(userId, async (tx) => {
    const isWanted = or(
      eq(mediaItems.id, id),
      sourceHash === undefined ? undefined : eq(mediaItems.sourceHash, sourceHash),
      pictureHash === undefined ? undefined : eq(mediaItems.pictureHash, pictureHash),
    )
    const rows = await tx
      .select()
      .from(mediaItems)
      .innerJoin(files, eq(files.path, mediaItems.filePath))
      .where(and(eq(mediaItems.userId, userId), isWanted))
      .orderBy(desc(eq(mediaItems.id, id)))
      .limit(1)
    const [found] = rows
    if (!found) return null
    const links = await tx
      .select()
      .from(mediaCompanyLinks)
      .where(and(eq(mediaCompanyLinks.userId, userId), eq(mediaCompanyLinks.mediaItemId, found.media_items.id)))
    const { path: filePath, width, height, bytes: fileSize } = found.files
    const media = mediaItem(found.media_items, {
      companyIds: links.map((link) => link.companyId),
      credit: found.files.credit,
      madeByAi: found.files.madeByAi,
    })
    return { filePath, width, height, fileSize, duplicate: media.id !== id, media }
  })
}

/** Undoes a failed upload. If that fails, say without a database, the hourly sweep does it; an unavailable store isn't called again. */
async function discard(storage: FileStorage, { userId, path, error }: { userId: string; path: string; error: unknown }): Promise<void> {
  const isAway = error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE'
  await Promise.allSettled([isAway ? markRemoved(storage, userId, [path]) : removeFiles(storage, userId, [path])])
}
