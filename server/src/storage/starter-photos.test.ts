import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import { readStarterPhoto, STARTER_PHOTOS_FOLDER } from './starter-photos.ts'

test('every starter photo is 1080 by 1920 with a thumbnail, and together they stay below 8 MB', async () => {
  const files: string[] = []
  let size = 0
  for (const { name, path } of STARTER_PHOTOS) {
    const [photo, thumbnail] = await Promise.all([readStarterPhoto(path, 'original'), readStarterPhoto(path, 'thumbnail')])
    if (!photo || !thumbnail) throw new Error(`${name} is missing`)
    const [large, small] = await Promise.all([sharp(photo).metadata(), sharp(thumbnail).metadata()])
    expect([name, large.format, large.width, large.height]).toEqual([name, 'jpeg', 1080, 1920])
    expect([name, small.format, small.width, small.height]).toEqual([name, 'webp', 300, 533])
    files.push(`${name}.jpg`, `${name}.thumbnail.webp`)
    size += photo.byteLength + thumbnail.byteLength
  }
  expect((await readdir(STARTER_PHOTOS_FOLDER)).toSorted()).toEqual(files.toSorted())
  // Every clone downloads them.
  expect(size).toBeLessThan(8_000_000)
})
