import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Size } from '@ninesixteen/shared/slide/formats'
import type { Tx } from '../../db/db.ts'
import { postMedia } from '../../db/schema-publishing.ts'
import { files } from '../../db/schema-photos.ts'
import { requireImageSize } from '../../rendering/rendered-size.ts'
import { storeFile } from '../../storage/stored-files.ts'
import type { FileStore } from '../../storage/store/file-store.ts'
import { EXTENSIONS } from '../../platforms/publishing.ts'
import { markForDeletion, removeMarked } from '../../storage/sweep/mark-for-deletion.ts'
import type { PostServices } from '../post-services.ts'

/** A rendered file in the store. */
export interface RenderedFile {
  path: string
  mimeType: string
  bytes: number
  width: number
  height: number
  /** Hexadecimal. */
  sha256: string
  /** False when another post has stored it already. */
  isNew: boolean
}

type FileType = keyof typeof EXTENSIONS
export type SlideImageType = Exclude<FileType, 'video/mp4'>

/** A file to store. */
export interface FileToStore {
  mimeType: FileType
  /** In pixels. */
  size: Size
  bytes: number
  sha256: string
  put(path: string): Promise<void>
}

/** Files that are being stored, so that concurrent requests for the same file store it once. */
const storing = new WeakMap<FileStore, Map<string, Promise<RenderedFile>>>()

/** Stores a rendered slide, or reuses one with the same bytes, so that the quota counts it once. Throws if it has another size. */
export async function storeSlideImage(
  services: PostServices,
  userId: string,
  { bytes, size, mimeType }: { bytes: Uint8Array; size: Size; mimeType: SlideImageType },
): Promise<RenderedFile> {
  requireImageSize(bytes, size)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const put = (path: string) => services.store.put(path, bytes, mimeType)
  return storeRenderedFile(services, userId, { mimeType, size, bytes: bytes.byteLength, sha256, put })
}

export function storeRenderedFile(services: PostServices, userId: string, file: FileToStore): Promise<RenderedFile> {
  const pending = storing.get(services.store) ?? new Map<string, Promise<RenderedFile>>()
  storing.set(services.store, pending)
  const key = `${userId} ${file.sha256}`
  const work = pending.get(key) ?? storeOrReuse(services, userId, file).finally(() => pending.delete(key))
  pending.set(key, work)
  return work
}

async function storeOrReuse(
  services: PostServices,
  userId: string,
  { mimeType, size, bytes, sha256, put }: FileToStore,
): Promise<RenderedFile> {
  const { settings } = services
  const properties = { mimeType, bytes, ...size, sha256 }
  const existingPath = await findStoredPath(services, userId, sha256)
  if (existingPath) return { ...properties, path: existingPath, isNew: false }
  const quota = settings.now().storageQuota
  const path = await storeFile(services, userId, { extension: EXTENSIONS[mimeType], mimeType, bytes, size, quota, put })
  return { ...properties, path, isNew: true }
}

async function findStoredPath({ db }: PostServices, userId: string, sha256: string): Promise<string | null> {
  const [found] = await db.readAsUser<{ path: string }>(
    userId,
    sql`select files.path from post_media join files on files.path = post_media.path
      where post_media.user_id = ${userId} and post_media.sha256 = ${sha256} and files.state = 'stored' limit 1`,
  )
  return found?.path ?? null
}

function isFile(userId: string, paths: readonly string[]) {
  return and(eq(files.userId, userId), inArray(files.path, [...paths]))
}

/**
 * Locks files until the transaction ends, which must reference them. False when one of them was deleted meanwhile, so that all must be rendered
 * again.
 */
export async function lockFiles(tx: Tx, userId: string, rendered: readonly RenderedFile[]): Promise<boolean> {
  const paths = [...new Set(rendered.map(({ path }) => path))]
  if (paths.length === 0) return true
  const held = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(isFile(userId, paths), eq(files.state, 'stored')))
    .orderBy(files.path)
    .for('share')
  return held.length === paths.length
}

const ROWS_TOGETHER = 1000

/** Adds the files of these posts, in order. */
export async function addMedia(tx: Tx, userId: string, posts: ReadonlyMap<string, readonly RenderedFile[]>): Promise<void> {
  const rows = [...posts].flatMap(([postId, rendered]) =>
    rendered.map(({ path, mimeType, bytes, width, height, sha256 }, position) => ({
      userId,
      postId,
      position,
      path,
      mimeType,
      bytes,
      width,
      height,
      sha256,
    })),
  )
  for (let at = 0; at < rows.length; at += ROWS_TOGETHER) await tx.insert(postMedia).values(rows.slice(at, at + ROWS_TOGETHER))
}

/** The files of a post, in order. */
export async function mediaOf(tx: Tx, userId: string, postId: string): Promise<RenderedFile[]> {
  const { path, mimeType, bytes, width, height, sha256 } = postMedia
  const rows = await tx
    .select({ path, mimeType, bytes, width, height, sha256 })
    .from(postMedia)
    .where(and(eq(postMedia.userId, userId), eq(postMedia.postId, postId)))
    .orderBy(postMedia.position)
  return rows.map((row) => ({ ...row, isNew: false }))
}

/** Deletes media of posts that were not created after all. */
export async function discardRendered(services: PostServices, userId: string, rendered: readonly RenderedFile[]): Promise<void> {
  const paths = rendered.filter(({ isNew }) => isNew).map(({ path }) => path)
  if (paths.length === 0) return
  const free = await services.db.asUser(userId, (tx) => markForDeletion(tx, userId, paths))
  await removeMarked(services, userId, free)
}
