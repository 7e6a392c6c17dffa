import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contactSheet } from './contact-sheet.ts'

const slide = (color: string, [width, height] = [108, 192]) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

async function colorAt(sheet: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(sheet).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())]
}

test('a sheet shows each slide at its place, row by row', async () => {
  const images = await Promise.all(['#ff0000', '#00ff00', '#0000ff', '#ffffff'].map((color) => slide(color)))
  const sheet = await contactSheet(images, { columns: 3, width: 54 })
  expect(await sharp(sheet).metadata()).toMatchObject({ format: 'png', width: 16 + 3 * 70, height: 16 + 2 * 112 })
  const row = [43, 113, 183].map((left) => colorAt(sheet, left, 64))
  expect(await Promise.all(row)).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ])
  expect(await colorAt(sheet, 43, 176)).toEqual([255, 255, 255])
})

test('a slide of another format keeps its ratio', async () => {
  const sheet = await contactSheet([await slide('#ff0000', [100, 100])], { columns: 6, width: 50 })
  expect(await sharp(sheet).metadata()).toMatchObject({ width: 82, height: 82 })
})
