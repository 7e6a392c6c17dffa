import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { IMAGE_NAMES, imageFile, readImage } from './demo-images.ts'

test('every demo image has the file size and type of its row, and a thumbnail', async () => {
  const files: string[] = []
  for (const name of IMAGE_NAMES) {
    const { filename, width, height, mimeType } = imageFile(name)
    const { bytes, thumbnail } = await readImage(name)
    const found = await sharp(bytes).metadata()
    expect([name, found.width, found.height, `image/${found.format}`]).toEqual([name, width, height, mimeType])
    const small = await sharp(thumbnail).metadata()
    expect([name, small.format, small.width]).toEqual([name, 'webp', 300])
    expect(small.height).toBe(Math.round((300 * height) / width))
    files.push(filename, `${name}.thumbnail.webp`)
  }
  const own = files.filter((file) => /^(logo|product)\./.test(file))
  expect((await readdir(join(import.meta.dirname, 'pictures'))).toSorted()).toEqual(own.toSorted())
})
