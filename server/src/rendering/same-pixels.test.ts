import { join } from 'node:path'
import { createCanvas, type ImageData } from '@napi-rs/canvas'
import { levelsTable } from '@ninesixteen/shared/scene/adjust'
import { composePixels, type ImageSource } from '@ninesixteen/shared/scene/compose'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import { paintScene } from '@ninesixteen/shared/scene/paint'
import { paintLarge } from '@ninesixteen/shared/scene/paint-tiles'
import { prepareImage, type Premultiplied } from '@ninesixteen/shared/scene/resample'
import type { Scene } from '@ninesixteen/shared/scene/scene'
import { drawPixels } from '@ninesixteen/shared/scene/slide-pixels'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { beforeAll, expect, test } from 'vitest'
import { styledSlides } from '../testing/painter-lab/generated-slides.ts'
import { loadShaper, type AssetShaper } from './asset-files.ts'

const PATH = 'user/picture.png'
const WIDTH = 1080
const HEIGHT = 1920

/** Colors that differ from pixel to pixel. */
function patterned(width: number, height: number): { width: number; height: number; data: Uint8Array } {
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height * 4 }, (_, i) => ((i & 3) === 3 ? 255 : (i * 37 + (i >> 9)) & 255)),
  }
}

const photo = patterned(WIDTH, HEIGHT)
const picture: Premultiplied = prepareImage(patterned(70, 50))
const source: ImageSource = { photo: () => photo, picture: () => picture }

/** A photo with levels, an image below texts, two texts that touch, one apart and one off the slide. */
const slide: Slide = slideSchema.parse({
  id: 's',
  backgroundImage: PATH,
  brightness: 3,
  contrast: -2,
  textStyle: 'white-bg',
  imageBoxes: [{ id: 'i', imageUrl: PATH, x: 50, y: 60, width: 90, height: 80, opacity: 0.7 }],
  textBoxes: [
    { id: 'a', text: 'over the picture', y: 70 },
    { id: 'b', text: 'and over its neighbour', y: 90 },
    { id: 'c', text: 'apart', y: 300 },
    { id: 'd', text: 'gone', x: 900, y: 300 },
  ],
})

let assets: AssetShaper
beforeAll(async () => {
  assets = await loadShaper(join(import.meta.dirname, '../../../shared/generated/painter'))
  await assets.prepare([slide])
})

/** Whether two renders are identical; printing a difference of megabytes would be useless. */
const isSame = (one: Uint8Array | Uint8ClampedArray, other: Uint8Array | Uint8ClampedArray): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0

function drawnWhole(of: Slide): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT)
  paintScene<ImageData>(canvas.getContext('2d'), layoutSlide(of, assets.shaper), source)
  return canvas.data()
}

function drawnLarge(of: Slide, { scale, drawPhoto }: { scale: number; drawPhoto?: string }): Uint8ClampedArray {
  const canvas = createCanvas(WIDTH * scale, HEIGHT * scale)
  const context = canvas.getContext('2d')
  const fill = (color: string) => () => {
    context.fillStyle = color
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  paintLarge<ImageData>(context, layoutSlide(of, assets.shaper), {
    pictures: source,
    scale,
    drawPhoto: drawPhoto ? fill(drawPhoto) : undefined,
  })
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}

test('pixel buffers and a canvas in bands give the bytes of a slide drawn whole', () => {
  const whole = drawnWhole(slide)
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  const layer = context.createImageData(WIDTH, HEIGHT)
  drawPixels<ImageData>({ context, layer }, layoutSlide(slide, assets.shaper), { photo, picture: () => picture })
  expect(isSame(layer.data, whole)).toBe(true)
  expect(isSame(drawnLarge(slide, { scale: 1 }), whole)).toBe(true)
  expect(isSame(drawnWhole({ ...slide, textBoxes: [] }), whole)).toBe(false)
})

test('slides with custom styles, too', { tags: ['long'] }, async () => {
  const slides = styledSlides(6).map((each) => ({ ...each, backgroundImage: each.backgroundImage && PATH }))
  await assets.prepare(slides)
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  const layer = context.createImageData(WIDTH, HEIGHT)
  for (const each of slides) {
    const shown = each.photoPlacement ? picture : photo
    const scene = layoutSlide(each, assets.shaper)
    drawPixels<ImageData>({ context, layer }, scene, { photo: scene.photo === null ? null : shown, picture: () => picture })
    const whole = drawnWhole(each)
    expect(isSame(layer.data, whole), each.id).toBe(true)
    expect(isSame(drawnLarge(each, { scale: 1 }), whole), each.id).toBe(true)
  }
})

test('a text that was drawn elsewhere before has the shadow of one that was not', async () => {
  const shadow = { color: '#000000', opacity: 0.45, x: 0, y: 0.6, blur: 3 }
  const title = { id: 't', text: 'Why your sourdough is dense', fontSize: 26, fontWeight: 800, shadow }
  const titled = (y: number): Slide => slideSchema.parse({ id: 'titled', backgroundImage: null, textBoxes: [{ ...title, y }] })
  await assets.prepare([titled(0)])
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  const draw = (scene: Scene): Uint8ClampedArray => {
    paintScene<ImageData>(context, scene, source)
    return context.getImageData(0, 0, WIDTH, HEIGHT).data
  }
  const differing: number[] = []
  for (const y of [40, 90, 140, 190, 240, 290, 340, 390]) {
    draw(layoutSlide(titled(100), assets.shaper))
    const scene = layoutSlide(titled(y), assets.shaper)
    const neverDrawn = {
      ...scene,
      layers: scene.layers.map((layer) => (layer.kind === 'image' ? layer : { ...layer, ops: [...layer.ops] })),
    }
    if (!isSame(draw(scene), draw(neverDrawn))) differing.push(y)
  }
  expect(differing).toEqual([])
})

test('twice as large, a slide without texts is what its pixels are composed to', { tags: ['long'] }, () => {
  const bare = { ...slide, textBoxes: [] }
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 16)
  composePixels(layoutSlide(bare, assets.shaper), source, {
    size: { width: WIDTH, height: HEIGHT },
    data,
    from: 0,
    to: HEIGHT * 2,
    scale: 2,
  })
  expect(isSame(drawnLarge(bare, { scale: 2 }), data)).toBe(true)
})

test('a photo that the host draws gets the levels, from the first row to the last', () => {
  const bare = { ...slide, textBoxes: [], imageBoxes: [] }
  const data = drawnLarge(bare, { scale: 2, drawPhoto: '#c86432' })
  const table = levelsTable(3, -2)
  const pixel = [table[200], table[100], table[50], 255]
  for (const row of [0, 255, 256, 2000, 2 * HEIGHT - 1]) expect([...data.subarray(row * WIDTH * 8, row * WIDTH * 8 + 4)]).toEqual(pixel)
})
