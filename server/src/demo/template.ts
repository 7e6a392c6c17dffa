import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { accounts, users } from '../db/schema-accounts.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { removeFiles, type FileStorage } from '../storage/stored-files.ts'
import { storeRendition } from '../storage/renditions.ts'
import { newKey } from '../storage/store/storage-key.ts'
import { hashOfImages, IMAGE_NAMES, imageFile, readImage, type ImageName } from './demo-images.ts'
import { forEachConcurrently } from '../promises.ts'

export interface TemplateParts extends FileStorage {
  log: Logger
}

export interface TemplateImage {
  path: string
  filename: string
  mimeType: string
  bytes: number
  width: number
  height: number
  hash: string | null
}

/** Stored images that every demo gets copies of. */
export type Template = ReadonlyMap<ImageName, TemplateImage>

/** One process creates the template while others wait. An arbitrary advisory lock number. */
const TEMPLATE_LOCK = 916_0001
/** A provider without sign-in. This row is written last and marks the template as complete; its account id is the hash of its images. */
const PROVIDER = 'demo-template'
/** Images stored concurrently. */
const CONCURRENCY = 2

/** The template of this instance, created at the first start, and again when the images change or the store has lost them. */
export async function prepareTemplate(parts: TemplateParts): Promise<Template> {
  const { db, log } = parts
  const stamp = await hashOfImages()
  return db.withLock(TEMPLATE_LOCK, async () => {
    const found = await readTemplate(db, stamp)
    if (found && (await isStored(parts, found))) return found
    const started = performance.now()
    await removeTemplates(parts)
    await makeTemplate(parts, stamp)
    const created = await readTemplate(db, stamp)
    if (!created) throw new Error('Demo images not stored')
    log.debug({ ms: Math.round(performance.now() - started) }, 'Demo images stored')
    return created
  })
}

/** Null unless all images of this version exist. */
async function readTemplate(db: Db, stamp: string): Promise<Template | null> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ media: mediaItems, file: files })
      .from(accounts)
      .innerJoin(mediaItems, eq(mediaItems.userId, accounts.userId))
      .innerJoin(files, eq(files.path, mediaItems.filePath))
      .where(and(eq(accounts.providerId, PROVIDER), eq(accounts.accountId, stamp), eq(files.state, 'stored'))),
  )
  const template = new Map<ImageName, TemplateImage>()
  for (const name of IMAGE_NAMES) {
    const row = rows.find(({ media }) => media.filename === imageFile(name).filename)
    if (!row) return null
    const { path, mimeType, bytes, width, height } = row.file
    template.set(name, { path, mimeType, bytes, width, height, filename: row.media.filename, hash: row.media.pictureHash })
  }
  return template
}

/** Discards a template with missing files; the next caller creates it again. */
export async function discardTemplate(db: Db): Promise<void> {
  await db.asSystem((tx) => tx.update(accounts).set({ accountId: 'incomplete' }).where(eq(accounts.providerId, PROVIDER)))
}

/** A replaced store has none of the images, so checking one is enough. */
async function isStored(parts: TemplateParts, template: Template): Promise<boolean> {
  const [first] = template.values()
  return first !== undefined && parts.store.has(first.path)
}

async function makeTemplate(parts: TemplateParts, stamp: string): Promise<void> {
  const { db } = parts
  const userId = newUserId()
  await db.asSystem((tx) =>
    tx
      .insert(users)
      .values({ id: userId, name: 'Pictures of the demos', email: `template-${userId}@ninesixteen.example`, emailVerified: true }),
  )
  await forEachConcurrently(IMAGE_NAMES, CONCURRENCY, (name) => storeImage(parts, userId, name))
  await db.asSystem((tx) => tx.insert(accounts).values({ id: randomUUID(), userId, accountId: stamp, providerId: PROVIDER }))
}

/** Stored byte for byte: encoding it again would lose quality. */
async function storeImage({ db, store }: FileStorage, userId: string, name: ImageName): Promise<void> {
  const { filename, extension, mimeType, width, height } = imageFile(name)
  const { bytes, thumbnail } = await readImage(name)
  const path = newKey(userId, extension)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const fileSize = bytes.byteLength
  await db.asUser(userId, (tx) => tx.insert(files).values({ path, userId, mimeType, bytes: fileSize, width, height }))
  await store.put(path, bytes, mimeType)
  await storeRendition(store, path, { name: 'thumbnail', bytes: thumbnail })
  await db.asUser(userId, async (tx) => {
    await tx.update(files).set({ state: 'stored' }).where(eq(files.path, path))
    // Also the logo and the product, so that the sweep doesn't treat them as unused.
    await tx.insert(mediaItems).values({
      id: randomUUID(),
      userId,
      filename,
      filePath: path,
      fileSize,
      dimensions: `${width}x${height}`,
      sourceHash: hash,
      pictureHash: hash,
    })
  })
}

/** Deletes outdated or incomplete templates. An interrupted start's leftovers are handled as an interrupted account deletion. */
async function removeTemplates({ db, store }: TemplateParts): Promise<void> {
  const old = await db.asSystem((tx) => tx.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.providerId, PROVIDER)))
  for (const { userId } of old) {
    const paths = await db.asUser(userId, async (tx) => {
      await tx.delete(mediaItems).where(eq(mediaItems.userId, userId))
      return tx.select({ path: files.path }).from(files).where(eq(files.userId, userId))
    })
    await removeFiles(
      { db, store },
      userId,
      paths.map((row) => row.path),
    )
    await db.asSystem((tx) => tx.delete(users).where(eq(users.id, userId)))
  }
}

/** The accounts library's format, 32 letters and digits: file keys begin with it, and the sweep recognizes them by it. */
export const newUserId = (): string => randomUUID().replaceAll('-', '')
