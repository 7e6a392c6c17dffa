import { join } from 'node:path'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createRenderer, type Renderer } from './renderer.ts'
import type { SlideFiles } from './slide-input.ts'

const ASSETS = join(import.meta.dirname, '../../../shared/generated/painter')
const TURN = { userId: 'somebody' }
const RED = { r: 200, g: 0, b: 0 }

let renderer: Renderer
let files: SlideFiles

beforeAll(async () => {
  renderer = createRenderer({ assetsDir: ASSETS })
  const cover = await sharp({ create: { width: 1080, height: 1920, channels: 3, background: RED } })
    .jpeg({ quality: 92 })
    .toBuffer()
  const logo = await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 1 } } })
    .png()
    .toBuffer()
  files = {
    loadCover: async (path) => (path === 'user/red.jpg' ? cover : null),
    loadOriginal: async (path) => (path === 'user/blue.png' ? logo : null),
  }
})

afterAll(() => renderer.close())

function slideWith(rest: object): Slide {
  return slideSchema.parse({ id: 'slide', brightness: 10, ...rest })
}

async function draw(slide: Slide | undefined, from = files): Promise<Buffer> {
  if (!slide) throw new Error('There is no slide')
  return renderer.renderSlide(slide, from, TURN).rgba()
}

function pixel(rgba: Buffer, x: number, y: number): number[] {
  const i = (y * 1080 + x) * 4
  return [...rgba.subarray(i, i + 4)]
}

describe('a slide on the server', () => {
  test('draws the photo, image boxes and text', async () => {
    const slide = slideWith({
      backgroundImage: 'user/red.jpg',
      imageBoxes: [{ id: 'i', imageUrl: 'user/blue.png', x: 0, y: 0, width: 64, height: 64 }],
      textBoxes: [{ id: 't', text: 'HELLO 🔥', x: 0, y: 200, width: 256, height: 60, fontSize: 20 }],
      textStyle: 'white-bg',
    })
    const rgba = await draw(slide)
    expect(rgba).toHaveLength(1080 * 1920 * 4)
    expect(pixel(rgba, 135, 135)).toEqual([0, 0, 255, 255])
    const [red = 0, green = 255] = pixel(rgba, 1000, 1900)
    expect(red).toBeGreaterThan(195)
    expect(green).toBeLessThan(5)
    const row = Array.from({ length: 1080 }, (_, x) => pixel(rgba, x, 970).join())
    expect(row.filter((value) => value === '255,255,255,255').length).toBeGreaterThan(100)
    expect(row.filter((value) => value === '0,0,0,255').length).toBeGreaterThan(50)
  })

  test('leaves no image in the cache of libvips, which this whole process shares', async () => {
    sharp.cache(true)
    const alone = createRenderer({ assetsDir: ASSETS })
    onTestFinished(() => alone.close())
    await alone.renderSlide(slideWith({ backgroundImage: 'user/red.jpg' }), files, TURN).jpeg()
    const { memory, items } = sharp.cache()
    expect([memory.max, items.max, items.current]).toEqual([0, 0, 0])
  })

  test('brightness dims the photo', async () => {
    const bright = await draw(slideWith({ backgroundImage: 'user/red.jpg' }))
    const dark = await draw(slideWith({ backgroundImage: 'user/red.jpg', brightness: -10 }))
    expect(pixel(dark, 500, 500)[0]).toBe(Math.round((pixel(bright, 500, 500)[0] ?? 0) * 0.4))
  })

  test('returns the same bytes every time, also while other slides render', async () => {
    const slides = [
      slideWith({ textBoxes: [{ id: 't', text: 'one 🔥 שלום' }] }),
      slideWith({ backgroundImage: 'user/red.jpg', contrast: 5 }),
    ]
    const alone = [await draw(slides[0]), await draw(slides[1])]
    const beside = await Promise.all([...slides, ...slides, ...slides].map((slide) => draw(slide)))
    for (const [index, rgba] of beside.entries()) expect(rgba.equals(alone[index % 2] ?? Buffer.alloc(0))).toBe(true)
  })

  test('renders without deleted images', async () => {
    const slide = slideWith({ backgroundImage: 'user/gone.jpg', logoImage: 'user/gone.png' })
    expect(pixel(await draw(slide), 5, 5)).toEqual(pixel(await draw(slideWith({})), 5, 5))
  })

  test('fails for a deleted uploaded font, unless no visible text uses it', async () => {
    const box = { id: 't', text: 'brand', font: 'user/1_gone.font' }
    await expect(draw(slideWith({ textBoxes: [box] }))).rejects.toMatchObject({ code: 'FONT_MISSING' })
    expect(await draw(slideWith({ textBoxes: [{ ...box, hidden: true }] }))).toEqual(await draw(slideWith({})))
  })

  test('fails when a file fails to load, and renders the next slide', async () => {
    const failing: SlideFiles = { ...files, loadCover: () => Promise.reject(new Error('the disk is gone')) }
    const slide = slideWith({ backgroundImage: 'user/red.jpg' })
    await expect(Promise.all([1, 2, 3].map(() => renderer.renderSlide(slide, failing, TURN).rgba()))).rejects.toThrow('the disk is gone')
    expect(await draw(slide)).toHaveLength(1080 * 1920 * 4)
  })
})

describe('its files', () => {
  test('the PNG holds exactly what was drawn', async () => {
    const rendered = renderer.renderSlide(slideWith({ textBoxes: [{ id: 't', text: 'exact 🔥' }] }), files, TURN)
    const { data, info } = await sharp(await rendered.png())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1080, 1920])
    expect(data.equals(await rendered.rgba())).toBe(true)
  })

  test('the JPEG has the size of a slide and gets smaller with its quality', async () => {
    const rendered = renderer.renderSlide(slideWith({ textBoxes: [{ id: 't', text: 'smaller' }] }), files, TURN)
    const [good, poor] = [await rendered.jpeg(90), await rendered.jpeg(30)]
    expect(await sharp(good).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920 })
    expect(poor.length).toBeLessThan(good.length)
  })
})

describe('what costs too much', () => {
  test('a slide that takes too long fails alone, and users take turns', async () => {
    const impatient = createRenderer({ assetsDir: ASSETS, limitMs: 0 })
    onTestFinished(() => impatient.close())
    const families = { id: 't', text: '👨‍👩‍👧‍👦'.repeat(100), x: 0, y: 0, width: 256, height: 200 }
    const heavy = slideWith({ textBoxes: Array.from({ length: 5 }, (_, index) => ({ ...families, id: `t${index}` })) })
    await expect(impatient.renderSlide(heavy, files, TURN).cover()).rejects.toMatchObject({ code: 'SLIDE_TOO_COMPLEX', status: 422 })
    const order: string[] = []
    const drawn = ['a', 'a', 'a', 'a', 'a', 'a', 'b'].map(async (userId) => {
      await renderer.renderSlide(slideWith({}), files, { userId }).cover()
      order.push(userId)
    })
    await Promise.all(drawn)
    // At most three had started when the other one arrived.
    expect(order.indexOf('b')).toBeLessThan(5)
  })

  test('a slide of many large files is refused before all of them are read', async () => {
    let read = 0
    const large: SlideFiles = {
      ...files,
      loadOriginal: async () => {
        read += 1
        return Buffer.alloc(15_000_000)
      },
    }
    const boxes = Array.from({ length: 30 }, (_, index) => ({
      id: `i${index}`,
      imageUrl: `user/${index}.png`,
      x: 0,
      y: 0,
      width: 9,
      height: 9,
    }))
    await expect(renderer.renderSlide(slideWith({ imageBoxes: boxes }), large, TURN).png()).rejects.toMatchObject({
      code: 'SLIDE_TOO_COMPLEX',
    })
    expect(read).toBe(3)
  })
})

test('reports missing assets at the first slide', async () => {
  const without = createRenderer({ assetsDir: '/nowhere' })
  onTestFinished(() => without.close())
  const slide = without.renderSlide(slideWith({}), files, TURN)
  await expect(slide.jpeg()).rejects.toThrow('manifest.json')
})
