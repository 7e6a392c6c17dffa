import { join } from 'node:path'
import { createCanvas, type ImageData } from '@napi-rs/canvas'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { paintScene } from '@ninesixteen/shared/scene/paint'
import { prepareImage } from '@ninesixteen/shared/scene/resample'
import { FORMATS, slideHeight, slideSize } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { generateImages } from '../testing/painter-lab/pictures.ts'
import { paritySlides } from '../testing/painter-lab/slides.ts'
import { loadShaper, type AssetShaper } from './asset-files.ts'
import { decodePhoto, decodeImage, UnreadableImage } from './decode-image.ts'
import { createSlidePainter } from './slide-pixels.ts'

const SLIDES = 10
const RED = { r: 200, g: 30, b: 40 }

let assets: AssetShaper
let images: Map<string, Buffer>
beforeAll(async () => {
  assets = await loadShaper(join(import.meta.dirname, '../../../shared/generated/painter'))
  images = await generateImages()
})

function picturesOf(slide: Slide): [string, Buffer | null][] {
  const paths = [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
  return paths.map((path) => [path, images.get(path) ?? null])
}

/** The slide drawn entirely on a canvas, as browsers do. */
async function drawWhole(slide: Slide): Promise<Buffer> {
  const photo = slide.backgroundImage === null ? undefined : images.get(slide.backgroundImage)
  const decoded = photo ? await decodeImage(photo) : null
  const prepared = new Map(
    await Promise.all(picturesOf(slide).map(async ([path, bytes]) => [path, bytes && prepareImage(await decodeImage(bytes))] as const)),
  )
  await assets.prepare([slide])
  const { width, height } = slideSize(slide)
  const canvas = createCanvas(width, height)
  const source = { photo: () => decoded, picture: (path: string) => prepared.get(path) ?? null }
  paintScene<ImageData>(canvas.getContext('2d'), layoutSlide(slide, assets.shaper), source)
  return canvas.data()
}

test('rendering text apart from photo and images gives the bytes of the whole slide', { tags: ['long'] }, async () => {
  const paint = createSlidePainter(assets)
  const differing: string[] = []
  for (const slide of paritySlides(SLIDES)) {
    const photo = slide.backgroundImage === null ? null : (images.get(slide.backgroundImage) ?? null)
    const { data } = await paint({ slide, photo, images: new Map(picturesOf(slide)), fonts: new Map() })
    if (Buffer.compare(await drawWhole(slide), Buffer.from(data)) !== 0) differing.push(slide.id)
  }
  expect(differing).toEqual([])
})

test('in every format, also where texts cross the edges', async () => {
  const paint = createSlidePainter(assets)
  const text = 'over the edges of the slide, with round letters: 8 o ö'
  const box = { text, x: 180, width: 120, height: 60, fontSize: 16 }
  const stored = slideSchema.parse({ id: 'edges', textBoxes: ['top', 'bottom'].map((id) => ({ ...box, id })) })
  const differing: string[] = []
  for (const format of FORMATS) {
    const textBoxes = stored.textBoxes.map((each) => ({ ...each, y: each.id === 'top' ? -10 : slideHeight(format) - 30 }))
    const slide = { ...inFormat(stored, format), textBoxes }
    const { data } = await paint({ slide, photo: null, images: new Map(), fonts: new Map() })
    if (Buffer.compare(await drawWhole(slide), Buffer.from(data)) !== 0) differing.push(format)
  }
  expect(differing).toEqual([])
})

/** The middle of everything that is brighter than the backdrop, as a share of the width. */
function middleOfInk(data: ArrayLike<number>, width: number): number {
  const columns = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter((pixel) => (data[pixel * 4] ?? 0) > 128)
  const across = columns.map((pixel) => pixel % width)
  return (across.reduce((least, x) => Math.min(least, x), width) + across.reduce((most, x) => Math.max(most, x), 0) + 1) / 2 / width
}

test('centred texts are drawn centred in every format, with a logo over a corner of them', async () => {
  const paint = createSlidePainter(assets)
  const tops = [90, 173, 257, 340]
  const stored = slideSchema.parse({
    id: 'centred',
    backdrop: { kind: 'plain', color: '#000000' },
    textBoxes: tops.map((y) => ({ id: `t${y}`, text: 'HOXOH', y, height: 50, textColor: '#ffffff' })),
    logoImage: 'user/logo.png',
    logoPosition: { x: 8, y: 312, width: 60, height: 36 },
  })
  for (const format of FORMATS) {
    const slide = inFormat(stored, format)
    const { data } = await paint({ slide, photo: null, images: new Map(), fonts: new Map() })
    expect(Math.abs(middleOfInk(data, slideSize(slide).width) - 0.5), format).toBeLessThan(0.003)
  }
})

test.each([
  ['grey', 'b-w', 3],
  ['CMYK', 'cmyk', 4],
] as const)('converts a %s image to sRGB', async (_name, space, channels) => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: space === 'cmyk' ? RED : '#808080' } })
  const bytes = await image.toColorspace(space).jpeg({ quality: 100 }).toBuffer()
  expect((await sharp(bytes).metadata()).space).toBe(space)
  const photo = await decodePhoto(bytes)
  const picture = await decodeImage(bytes)
  expect([photo.data.length, picture.data.length]).toEqual([8 * 8 * 3, 8 * 8 * 4])
  const expected = space === 'cmyk' ? [RED.r, RED.g, RED.b] : [128, 128, 128]
  for (const [channel, value] of expected.entries()) expect(Math.abs((photo.data[channel] ?? 0) - value)).toBeLessThan(channels * 8)
})

test('rejects half an image, or none', async () => {
  const whole = images.get('lab/photo-1.jpg') ?? Buffer.alloc(0)
  await expect(decodePhoto(whole.subarray(0, 1000))).rejects.toThrow(UnreadableImage)
  await expect(decodeImage(Buffer.from('no picture at all'))).rejects.toThrow(UnreadableImage)
})

test('rejects a photo in another size than the slide', async () => {
  const paint = createSlidePainter(assets)
  const [slide] = paritySlides(1)
  if (!slide) throw new Error('There is no slide')
  await expect(paint({ slide, photo: images.get('lab/product.jpg') ?? null, images: new Map(), fonts: new Map() })).rejects.toThrow(
    '1080 x 1920',
  )
})
