import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { CALM_MAX, decodePhotoMap, encodePhotoMap, MAP_CELLS, MAP_COLUMNS } from '@ninesixteen/shared/photos/photo-map'
import { STARTER_PHOTOS, starterPath } from '@ninesixteen/shared/slide/starter-photos'
import { DEMO_PHOTO_NAMES } from '../demo/demo-images.ts'
import { files, mediaItems, photoMaps } from '../db/schema-photos.ts'
import { keysOf } from '../storage/renditions.ts'
import { readStarterPhotoMap } from '../storage/starter-photos.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'
import { photoMapsOf } from './photo-maps.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

/** A photo whose upper half is one color and whose lower half is a fine pattern. */
async function halfCalm(): Promise<Uint8Array> {
  const [width, height] = [720, 1280]
  const pixels = Buffer.alloc(3 * width * height, 210)
  for (let y = height / 2; y < height; y++) {
    for (let x = 0; x < width; x++)
      pixels.fill((Math.floor(x / 15) + Math.floor(y / 15)) % 2 ? 30 : 220, 3 * (y * width + x), 3 * (y * width + x + 1))
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function uploaded(owner = user): Promise<string> {
  const { filePath } = (await (await owner.upload(await halfCalm())).json()) as { filePath: string }
  return filePath
}

const storedMaps = () => app.services.db.asSystem((tx) => tx.select().from(photoMaps))
const mapsOver = (caller: TestUser, paths: string[]) => caller.api<(string | null)[]>('POST', '/files/maps', { paths })

test('an upload stores the map of what it shows', async () => {
  const path = await uploaded()
  const [row] = await storedMaps()
  expect(row).toMatchObject({ path, userId: user.id })
  const map = decodePhotoMap(row?.map ?? '')
  const [top, bottom] = [map?.busy.slice(0, 14 * MAP_COLUMNS) ?? [], map?.busy.slice(18 * MAP_COLUMNS) ?? []]
  expect(Math.max(...top)).toBeLessThan(CALM_MAX)
  expect(Math.min(...bottom)).toBeGreaterThan(120)
  expect(await photoMapsOf(app.services, user.id, [path])).toEqual(new Map([[path, map]]))
})

test.each([
  ['without a map', async (path: string) => app.services.db.asSystem((tx) => tx.delete(photoMaps).where(eq(photoMaps.path, path)))],
  [
    'with a map of another version',
    async (path: string) =>
      app.services.db.asSystem((tx) =>
        tx
          .update(photoMaps)
          .set({ map: `0${'-'.repeat(2 + 2 * MAP_CELLS)}` })
          .where(eq(photoMaps.path, path)),
      ),
  ],
])('a photo %s gets the same one when it is needed, and keeps it', async (_, change) => {
  const path = await uploaded()
  const [before] = await storedMaps()
  await change(path)
  // The first callers may get none in time.
  await expect.poll(async () => (await photoMapsOf(app.services, user.id, [path])).size).toBe(1)
  expect(await storedMaps()).toEqual([before])
})

test('concurrent callers compute a map once', async () => {
  const path = await uploaded()
  await app.services.db.asSystem((tx) => tx.delete(photoMaps))
  let computed = 0
  const { codec } = app.services
  const counting = {
    ...app.services,
    codec: { ...codec, mapPhoto: (...given: Parameters<typeof codec.mapPhoto>) => (computed++, codec.mapPhoto(...given)) },
  }
  await Promise.all([1, 2, 3].map(() => photoMapsOf(counting, user.id, [path])))
  await expect.poll(async () => (await storedMaps()).length).toBe(1)
  expect(computed).toBe(1)
})

test('another user gets no map of the photo, not even by its path, and deleting the file deletes it', async () => {
  const other = await app.buildUser()
  const path = await uploaded()
  expect(await mapsOver(other, [path])).toEqual([null])
  const stored = (await storedMaps())[0]?.map
  expect(await mapsOver(user, [path, 'starter/none.jpg', path])).toEqual([stored, null, stored])
  const seen = await app.services.db.asUser(other.id, (tx) => tx.select().from(photoMaps))
  expect(seen).toEqual([])
  await app.services.db.asSystem(async (tx) => {
    await tx.delete(mediaItems)
    await tx.delete(files)
  })
  expect(await storedMaps()).toEqual([])
})

test('a photo whose file is lost has no map', async () => {
  const path = await uploaded()
  await app.services.db.asSystem((tx) => tx.delete(photoMaps))
  await app.services.store.remove(keysOf(path))
  expect(await photoMapsOf(app.services, user.id, [path])).toEqual(new Map())
})

test('every starter photo has its map in the product', async () => {
  const paths = STARTER_PHOTOS.map(({ path }) => path)
  const maps = await mapsOver(user, paths)
  for (const [index, path] of paths.entries()) {
    const map = decodePhotoMap((await readStarterPhotoMap(path)) ?? '')
    expect(map, `${path}: run npm run docs`).not.toBe(null)
    expect(maps[index]).toBe(map && encodePhotoMap(map))
  }
  expect(await storedMaps()).toEqual([])
})

test("a demo's photos have the maps of the starter photos", async () => {
  const demo = await enterDemo(app)
  const maps = await app.services.db.asUser(demo.id, (tx) => tx.select({ map: photoMaps.map }).from(photoMaps))
  const starters = await Promise.all(DEMO_PHOTO_NAMES.map((name) => readStarterPhotoMap(starterPath(name))))
  expect(maps.map(({ map }) => map).toSorted()).toEqual(starters.toSorted())
})
