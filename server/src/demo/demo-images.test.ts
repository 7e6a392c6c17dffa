import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { STARTER_PHOTOS_FOLDER } from '../storage/starter-photos.ts'
import { IMAGE_NAMES, imageFile, readImage } from './demo-images.ts'

test('every demo image has the file size and type of its row, and a thumbnail', async () => {
  const files: string[] = []
  let size = 0
  for (const name of IMAGE_NAMES) {
    const { filename, width, height, mimeType } = imageFile(name)
    const { bytes, thumbnail } = await readImage(name)
    const found = await sharp(bytes).metadata()
    expect([name, found.width, found.height, `image/${found.format}`]).toEqual([name, width, height, mimeType])
    const small = await sharp(thumbnail).metadata()
    expect([name, small.format, small.width]).toEqual([name, 'webp', 300])
    expect(small.height).toBe(Math.round((300 * height) / width))
    files.push(filename, `${name}.thumbnail.webp`)
    size += bytes.byteLength + thumbnail.byteLength
  }
  const folders = [join(import.meta.dirname, 'pictures'), STARTER_PHOTOS_FOLDER]
  expect((await Promise.all(folders.map((folder) => readdir(folder)))).flat().toSorted()).toEqual(files.toSorted())
  // Every clone downloads them.
  expect(size).toBeLessThan(2_500_000)
})
