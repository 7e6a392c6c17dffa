import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Size } from '@ninesixteen/shared/slide/formats'
import type { Tx } from '../../db/db.ts'
import { postMedia } from '../../db/schema-publishing.ts'
import { files } from '../../db/schema-photos.ts'
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
  /** Hex. */
  sha256: string
  /** False where it stood there already for another post. */
  isNew: boolean
}

type FileType = keyof typeof EXTENSIONS
export type SlideImageType = Exclude<FileType, 'video/mp4'>

/** Bytes that go out, and how they get into the store. */
export interface FileToStore {
  mimeType: FileType
  /** Pixels. */
  size: Size
  bytes: number
  sha256: string
  put(path: string): Promise<void>
}

/** Files that are being kept, so that the same one in two orders at once is one file. */
const keeping = new WeakMap<FileStore, Map<string, Promise<RenderedFile>>>()

/** Stores a rendered slide, or reuses one with the same bytes, so that the quota counts it once. */
export function storeSlideImage(
  services: PostServices,
  userId: string,
  { bytes, size, mimeType }: { bytes: Uint8Array; size: Size; mimeType: SlideImageType },
): Promise<RenderedFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const put = (path: string) => services.store.put(path, bytes, mimeType)
  return storeRenderedFile(services, userId, { mimeType, size, bytes: bytes.byteLength, sha256, put })
}

export function storeRenderedFile(services: PostServices, userId: string, file: FileToStore): Promise<RenderedFile> {
  const inStore = keeping.get(services.store) ?? new Map<string, Promise<RenderedFile>>()
  keeping.set(services.store, inStore)
  const key = `${userId} ${file.sha256}`
  const work = inStore.get(key) ?? storeUnlessKnown(services, userId, file).finally(() => inStore.delete(key))
  inStore.set(key, work)
  return work
}

async function storeUnlessKnown(
  services: PostServices,
  userId: string,
  { mimeType, size, bytes, sha256, put }: FileToStore,
): Promise<RenderedFile> {
  const { settings } = services
  const facts = { mimeType, bytes, ...size, sha256 }
  const known = await findKept(services, userId, sha256)
  if (known) return { ...facts, path: known, isNew: false }
  const quota = settings.now().storageQuota
  const path = await storeFile(services, userId, { extension: EXTENSIONS[mimeType], mimeType, bytes, size, quota, put })
  return { ...facts, path, isNew: true }
}

async function findKept({ db }: PostServices, userId: string, sha256: string): Promise<string | null> {
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
 * Holds files until the transaction ends, which has to name them. False when one of them was taken away meanwhile: they have to be rendered again
 * then.
 */
export async function lockFiles(tx: Tx, userId: string, frozen: readonly RenderedFile[]): Promise<boolean> {
  const paths = [...new Set(frozen.map(({ path }) => path))]
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

/** Says which files go out with these posts, in their order. */
export async function addMedia(tx: Tx, userId: string, posts: ReadonlyMap<string, readonly RenderedFile[]>): Promise<void> {
  const rows = [...posts].flatMap(([postId, frozen]) =>
    frozen.map(({ path, mimeType, bytes, width, height, sha256 }, position) => ({
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

/** The files that go out with a post, in their order. */
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
export async function discardRendered(services: PostServices, userId: string, frozen: readonly RenderedFile[]): Promise<void> {
  const paths = frozen.filter(({ isNew }) => isNew).map(({ path }) => path)
  if (paths.length === 0) return
  const free = await services.db.asUser(userId, (tx) => markForDeletion(tx, userId, paths))
  await removeMarked(services, userId, free)
}
