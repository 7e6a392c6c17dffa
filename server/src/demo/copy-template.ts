import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { decodePhotoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { starterTags } from '@ninesixteen/shared/photos/starter-tags'
import { starterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { Tx } from '../db/db.ts'
import { companies } from '../db/schema-companies.ts'
import { files, mediaCompanyLinks, mediaItems, photoMaps } from '../db/schema-photos.ts'
import { contentIdeas, projects, slides } from '../db/schema-projects.ts'
import type { FileStorage } from '../storage/stored-files.ts'
import { readStarterPhotoMap } from '../storage/starter-photos.ts'
import { keysOf } from '../storage/renditions.ts'
import { newKey } from '../storage/store/storage-key.ts'
import { DEMO_BACKGROUNDS, DEMO_COMPANY, DEMO_IDEAS, DEMO_TITLE, DEMO_TOPIC, demoSlides } from './content.ts'
import { COMPANY_PHOTOS, DEMO_PHOTO_NAMES, imageFile, type DemoPhotoName, type ImageName } from './demo-images.ts'
import type { Template, TemplateImage } from './template.ts'

/** The store has lost an image of the template. */
export class TemplateMissing extends Error {
  constructor() {
    super('Demo image missing in the store')
    this.name = 'TemplateGone'
  }
}

/** Fills a demo: inserts pending file rows, copies the files, then inserts everything that refers to them in one transaction. */
export async function copyTemplate({ db, store }: FileStorage, userId: string, template: Template): Promise<void> {
  const paths = new Map([...template.keys()].map((name) => [name, newKey(userId, imageFile(name).extension)] as const))
  const pathOf = (name: ImageName): string => paths.get(name) ?? ''
  const rows = [...template].map(([name, { mimeType, bytes, width, height }]) => ({
    userId,
    path: pathOf(name),
    mimeType,
    bytes,
    width,
    height,
  }))
  await db.asUser(userId, (tx) => tx.insert(files).values(rows))
  const copied = await store.copy([...template].flatMap(([name, { path }]) => pairsOf(path, pathOf(name))))
  const complete = new Set(copied.map((pair) => pair.to))
  if (rows.some(({ path }) => !complete.has(path))) throw new TemplateMissing()
  await db.asUser(userId, async (tx) => {
    await tx.update(files).set({ state: 'stored' }).where(eq(files.userId, userId))
    const companyId = await addCompany(tx, userId, pathOf)
    await addPhotos(tx, { userId, companyId, pathOf, template })
    await addSlideshow(tx, { userId, companyId, pathOf })
    await tx.insert(contentIdeas).values(DEMO_IDEAS.map((idea, index) => ({ userId, companyId, createdAt: placed(index), ...idea })))
  })
}

/** Each file with its renditions. */
function pairsOf(from: string, to: string): { from: string; to: string }[] {
  const targets = keysOf(to)
  return keysOf(from).map((key, index) => ({ from: key, to: targets[index] ?? '' }))
}

/** Lists show the newest first. */
const placed = (index: number) => sql<Date>`now() - ${index} * interval '1 second'`

type PathOf = (name: ImageName) => string

async function addCompany(tx: Tx, userId: string, pathOf: PathOf): Promise<string> {
  const id = randomUUID()
  await tx.insert(companies).values({ id, userId, ...DEMO_COMPANY, logoPath: pathOf('logo'), productPhotoPath: pathOf('product') })
  return id
}

interface Adding {
  userId: string
  companyId: string
  pathOf: PathOf
}

async function addPhotos(tx: Tx, { userId, companyId, pathOf, template }: Adding & { template: Template }): Promise<void> {
  const photos = DEMO_PHOTO_NAMES.flatMap((name, index) => {
    const source = template.get(name)
    return source ? [{ name, row: { ...photoRow(source, index), tags: starterTags(name), userId, filePath: pathOf(name) } }] : []
  })
  await tx.insert(mediaItems).values(photos.map(({ row }) => row))
  const maps = await Promise.all(
    photos.map(async ({ name }) => {
      const map = await readStarterPhotoMap(starterPath(name))
      return map ? [{ path: pathOf(name), userId, map }] : []
    }),
  )
  await tx.insert(photoMaps).values(maps.flat())
  const ofCompany = photos.filter(({ name }) => COMPANY_PHOTOS.includes(name))
  await tx.insert(mediaCompanyLinks).values(ofCompany.map(({ row }) => ({ userId, companyId, mediaItemId: row.id })))
}

function photoRow({ filename, bytes, width, height, hash }: TemplateImage, index: number) {
  return {
    id: randomUUID(),
    filename,
    fileSize: bytes,
    dimensions: `${width}x${height}`,
    sourceHash: hash,
    pictureHash: hash,
    createdAt: placed(index),
  }
}

async function addSlideshow(tx: Tx, { userId, companyId, pathOf }: Adding): Promise<void> {
  const projectId = randomUUID()
  const maps = new Map(
    await Promise.all(DEMO_BACKGROUNDS.map(async (name) => [name, await readStarterPhotoMap(starterPath(name))] as const)),
  )
  const mapOf = (name: DemoPhotoName): PhotoMap | null => decodePhotoMap(maps.get(name) ?? '')
  const composed = demoSlides({ logoPath: pathOf('logo'), productPhotoPath: pathOf('product') }, { pathOf, mapOf })
  await tx.insert(projects).values({
    id: projectId,
    userId,
    title: DEMO_TITLE,
    topic: DEMO_TOPIC,
    contentType: 'numbered-list',
    slideCount: composed.length,
    companyId,
  })
  await tx.insert(slides).values(composed.map((data, index) => ({ projectId, userId, number: index + 1, data })))
}
