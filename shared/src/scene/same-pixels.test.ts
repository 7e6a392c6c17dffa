// A slide looks the same in every version and on every machine: pixels by pixels, letters by their positions. A deliberate change also
// changes users' published posts, and these numbers.
import { exportSize, pixelsPerUnit } from '../slide/formats.ts'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import type { TextBox } from '../slide/model.ts'
import { composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { layoutSlide } from './layout.ts'
import { prepareImage, resizeImage } from './resample.ts'
import type { Premultiplied } from './resample.ts'
import { textsOf } from './scene.ts'
import type { Scene, SceneImage } from './scene.ts'
import { layoutText } from './text-block.ts'

const hashOf = (data: Uint8Array | Uint8ClampedArray | string): string => createHash('sha256').update(data).digest('hex').slice(0, 16)

/** Colors and alpha that differ from pixel to pixel, without any chance in them. */
function patterned(width: number, height: number, opaque = false): { width: number; height: number; data: Uint8Array } {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, i) => (opaque && (i & 3) === 3 ? 255 : (i * 37 + (i >> 7) * 11) & 255))
  return { width, height, data }
}

const small = prepareImage(patterned(60, 40))
const photo = patterned(1080, 1920, true)

function sceneOf(pictures: Partial<SceneImage>[], rest: Partial<Scene> = {}): Scene {
  const placed = pictures.map((picture) => ({
    kind: 'image' as const,
    look: null,
    path: 'u/p.png',
    x: 0,
    y: 0,
    width: 60,
    height: 40,
    opacity: 1,
    ...picture,
  }))
  return {
    size: exportSize('9:16'),
    focus: 0.5,
    photo: null,
    backdrop: null,
    placement: null,
    effects: null,
    brightness: 10,
    contrast: 0,
    layers: placed,
    complete: true,
    ...rest,
  }
}

/** A band of a slide from `from` to `to`, which keeps the test quick. */
function band(
  scene: Scene,
  { from = 0, to = 64, scale = 1, picture = small }: { from?: number; to?: number; scale?: number; picture?: Premultiplied | null } = {},
) {
  const source: ImageSource = { photo: () => photo, picture: () => picture }
  const data = new Uint8ClampedArray(1080 * scale * (to - from) * 4)
  composePixels(scene, source, { size: exportSize('9:16'), data, from, to, start: from, scale })
  return hashOf(data)
}

describe('the pixels of', () => {
  test.each([
    ['the plain backdrop at the top', sceneOf([]), {}, '8ab56dd10c8c28d9'],
    ['the plain backdrop at the bottom', sceneOf([]), { from: 1856, to: 1920 }, 'cd2550e4f05d3bd5'],
    ['a photo with its levels', sceneOf([], { photo: 'u/p.jpg', brightness: -4, contrast: 6 }), {}, '8cbef7b0a47fa8b8'],
    [
      'the same photo with other levels',
      sceneOf([], { photo: 'u/p.jpg', brightness: 3, contrast: -5 }),
      { from: 900, to: 964 },
      '8942bcb9c54d3084',
    ],
    ['a picture over the left and upper edge', sceneOf([{ x: -20, y: -15 }]), {}, 'b6acf22f5250b702'],
    ['a picture over the right edge', sceneOf([{ x: 1050, y: 10 }]), {}, '142d8700d4fe24a2'],
    ['a picture over the lower edge', sceneOf([{ x: 500, y: 1900 }]), { from: 1880, to: 1920 }, '2ec3bd40af75e0e2'],
    ['a picture made smaller, half seen through', sceneOf([{ x: 10, y: 10, width: 31, height: 17, opacity: 0.5 }]), {}, 'dc1ca48b5c89501e'],
    [
      'a picture made larger',
      sceneOf([{ x: 100, y: 5, width: 601, height: 311, opacity: 0.8 }]),
      { from: 100, to: 164 },
      '3df48f9b8e460ca5',
    ],
    [
      'a picture larger than the slide',
      sceneOf([{ x: -700, y: -300, width: 3000, height: 2000 }]),
      { from: 640, to: 704 },
      'a5db8ea387f54e0b',
    ],
    ['two pictures, one over the other', sceneOf([{ x: 30 }, { x: 50, y: 9, opacity: 0.4 }]), {}, 'b723246726dba63a'],
    ['a picture that is gone', sceneOf([{ x: 33, y: 7, width: 41, height: 23 }]), { picture: null }, 'b1fbf226ea7741a3'],
    ['a photo at double size', sceneOf([], { photo: 'u/p.jpg' }), { from: 100, to: 132, scale: 2 }, 'edc4ed3ad1337744'],
    ['a picture at double size', sceneOf([{ x: 17, y: 5, width: 33, height: 31 }]), { scale: 2 }, '1fac117928fe6ab3'],
  ])('%s', (_, scene, how, hash) => {
    expect(band(scene, how)).toBe(hash)
  })

  test.each([
    ['half its size', 30, 20, '573d8b98c02593f3'],
    ['less than a quarter', 13, 9, '44b9f179f8d291db'],
    ['an odd size', 47, 33, '78c6f116808ef307'],
    ['twice its size', 120, 80, '3ffd03485bc6ba3b'],
    ['another ratio', 20, 80, '4a7480f11e05e72f'],
  ])('a picture in %s', (_, width, height, hash) => {
    const whole = (size: number) => ({ size, from: 0, to: size })
    expect(hashOf(resizeImage(small, whole(width), whole(height)).data)).toBe(hash)
  })

  test('a picture larger than any slide needs, halved to what it needs', () => {
    const prepared = prepareImage(patterned(2161, 7))
    expect([prepared.width, prepared.height, hashOf(prepared.data)]).toEqual([1081, 4, 'edabcfe107d13f88'])
    expect(prepareImage(patterned(2160, 3)).width).toBe(2160)
  })
})

describe('the places of', () => {
  let shaper: Shaper

  beforeAll(async () => {
    shaper = await testShaper()
    await loadFor(shaper, [slideOf(['🔥'])])
  })

  const text = 'wake up at 6am 🔥 and drink water\n\nbefore coffee'
  const box: TextBox = { id: 'box', text, x: 38, y: 200, width: 100, height: 70, fontSize: 9, color: '#2040ff', fontWeight: 600 }

  /** Hundredths of a pixel are as exact as anybody sees. */
  const rounded = (value: unknown): string =>
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? Math.round(part * 100) / 100 : part))

  test.each([
    ['outline', '07a79576a653f30f'],
    ['white-bg', '950ec41d1347f060'],
    ['black-bg', 'c6d2c261074d2cfc'],
    ['black-outline', '07a79576a653f30f'],
  ] as const)('letters, emoji, lines and shapes of a text in the style %s', (style, hash) => {
    const { lacksFont, ...block } = layoutText(box, { style, setting: null, unit: pixelsPerUnit('9:16') }, shaper)
    expect(block).toMatchObject({ lineCount: 4, overflow: false, shrunk: false, complete: true, lacksGlyph: false })
    expect(lacksFont).toBe(false)
    expect(hashOf(rounded(block))).toBe(hash)
  })

  test('a slide with texts, an image and the logo at its default position', () => {
    const slide = slideOf(['first', 'second'], {
      logoImage: 'u/logo.png',
      imageBoxes: [{ id: 'i', imageUrl: 'u/p.png', x: 10.3, y: 20.7, width: 0.05, height: 33.3, opacity: 0.5 }],
    })
    const scene = layoutSlide(slide, shaper)
    expect(scene.layers.filter(({ kind }) => kind === 'image')).toEqual([
      { kind: 'image', path: 'u/p.png', x: 43, y: 87, width: 1, height: 141, opacity: 0.5, look: null },
      { kind: 'image', path: 'u/logo.png', x: 118, y: 1223, width: 844, height: 211, opacity: 1, look: null },
    ])
    const texts = textsOf(scene).map(({ boxId, x, y, bounds, size }) => ({ boxId, x, y, bounds, size }))
    expect(texts).toEqual([
      { boxId: 'box0', x: 160, y: 84, size: 33.75, bounds: { left: 506, top: 214, right: 574, bottom: 248 } },
      { boxId: 'box1', x: 160, y: 464, size: 33.75, bounds: { left: 480, top: 594, right: 599, bottom: 628 } },
    ])
    expect(layoutSlide({ ...slide, logoImage: null }, shaper).layers).toHaveLength(3)
  })

  test('a text that is laid out again is the very same until a box changes', () => {
    const slide = slideOf(['first'])
    const [before] = textsOf(layoutSlide(slide, shaper))
    const changed = (rest: Partial<TextBox>) =>
      textsOf(layoutSlide({ ...slide, textBoxes: slide.textBoxes.map((one) => ({ ...one, ...rest })) }, shaper))[0]
    expect(changed({ x: 77 })?.ops).toBe(before?.ops)
    const others: Partial<TextBox>[] = [
      { width: 90 },
      { height: 90 },
      { fontSize: 9 },
      { fontWeight: 700 },
      { color: 'black' },
      { text: 'other' },
    ]
    for (const other of others) expect(changed(other)?.ops).not.toBe(before?.ops)
    expect(textsOf(layoutSlide({ ...slide, textStyle: 'black-bg' }, shaper))[0]?.ops).not.toBe(before?.ops)
  })
})
