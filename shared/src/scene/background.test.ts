import { exportSize } from '../slide/formats.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPORT_HEIGHT, EXPORT_WIDTH, PHOTO_FITS } from '../slide/limits.ts'
import type { PhotoPlacement } from '../slide/model.ts'
import { levelsOf } from './adjust.ts'
import { backgroundOf, drawBackground } from './background.ts'
import type { Background } from './background.ts'
import { orientedSize, placedRect } from './photo-placement.ts'
import type { PixelImage } from './pixel-image.ts'

type Rgb = readonly [number, number, number]
const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const satisfies Rgb[]

/** Four quarters, from the upper left one row by row. */
function quarters(width: number, height: number, colors: readonly [Rgb, Rgb, Rgb, Rgb]): PixelImage {
  const words = new Uint32Array(width * height)
  const wordOf = ([red, green, blue]: Rgb): number => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  for (let y = 0; y < height; y++) {
    const [left, right] = y < down ? [colors[0], colors[1]] : [colors[2], colors[3]]
    words.fill(wordOf(left), y * width, y * width + across)
    words.fill(wordOf(right), y * width + across, (y + 1) * width)
  }
  return { width, height, data: new Uint8Array(words.buffer) }
}

const flat = (color: Rgb): PixelImage => quarters(EXPORT_WIDTH, EXPORT_HEIGHT, [color, color, color, color])

function pixel({ data, width, height }: PixelImage, across: number, down: number): number[] {
  const at = (Math.floor(down * (height - 1)) * width + Math.floor(across * (width - 1))) * 4
  return [...data.subarray(at, at + 3)]
}

const SIZE = exportSize('9:16')
const plain: Background = { size: SIZE, focus: 0.5, photo: 'u/p.jpg', backdrop: null, placement: null, effects: null }
const middle: PhotoPlacement = { fit: 'fill', x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 0 }
const draw = (photo: PixelImage | null, look: Partial<Background>): PixelImage => drawBackground({ ...plain, ...look }, photo)

describe('a placement', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const placement: fc.Arbitrary<PhotoPlacement> = fc.record({
    fit: fc.constantFrom(...PHOTO_FITS),
    x: share,
    y: share,
    zoom: fc.double({ min: 1, max: 4, noNaN: true }),
    flip: fc.boolean(),
    turns: fc.integer({ min: 0, max: 3 }),
  })
  const size = fc.record({ width: fc.integer({ min: 1, max: 2160 }), height: fc.integer({ min: 1, max: 2160 }) })

  test('keeps the ratio, leaves no gap when it fills, and keeps what is smaller on the slide', () => {
    fc.assert(
      fc.property(size, placement, (photo, place) => {
        const { x, y, width, height } = placedRect(photo, place, SIZE)
        const turned = orientedSize(photo, place)
        // Both sides are whole pixels.
        const error = Math.abs(width * turned.height - height * turned.width)
        expect(error).toBeLessThanOrEqual(Math.max(turned.width, turned.height))
        for (const [at, length, room] of [
          [x, width, EXPORT_WIDTH],
          [y, height, EXPORT_HEIGHT],
        ] as const) {
          if (length >= room) expect(at <= 0 && at + length >= room).toBe(true)
          else expect(at >= 0 && at + length <= room && place.fit !== 'fill').toBe(true)
        }
      }),
    )
  })

  test.each<[string, Partial<PhotoPlacement>, readonly Rgb[]]>([
    ['as it is', {}, [RED, GREEN, BLUE, WHITE]],
    ['mirrored', { flip: true }, [GREEN, RED, WHITE, BLUE]],
    ['turned clockwise', { turns: 1 }, [BLUE, RED, WHITE, GREEN]],
    ['upside down', { turns: 2 }, [WHITE, BLUE, GREEN, RED]],
    ['turned three times', { turns: 3 }, [GREEN, WHITE, RED, BLUE]],
    ['mirrored, then turned', { flip: true, turns: 1 }, [WHITE, GREEN, BLUE, RED]],
    ['its upper left corner', { x: 0, y: 0, zoom: 4 }, [RED, RED, RED, RED]],
    ['its lower right corner', { x: 1, y: 1, zoom: 4 }, [WHITE, WHITE, WHITE, WHITE]],
  ])('%s', (_name, fields, expected) => {
    const drawn = draw(quarters(90, 160, [RED, GREEN, BLUE, WHITE]), { placement: { ...middle, ...fields } })
    const corners = [0.02, 0.98].flatMap((down) => [0.02, 0.98].map((across) => pixel(drawn, across, down)))
    expect(corners).toEqual(expected)
  })

  test('shows a whole photo before its blurred copy, or before the plain background', () => {
    const wide = quarters(200, 100, [RED, RED, RED, RED])
    const backdrop = { kind: 'plain', color: '#0000ff' } as const
    const edges = (['blur', 'plain'] as const).map((fit) => pixel(draw(wide, { backdrop, placement: { ...middle, fit } }), 0.5, 0.02))
    expect(edges).toEqual([[...RED], [...BLUE]])
  })

  test('a picture of one pixel and a long strip are drawn', () => {
    for (const [width, height] of [
      [1, 1],
      [2160, 1],
      [1, 2160],
    ] as const) {
      const drawn = draw(quarters(width, height, [RED, RED, RED, RED]), { placement: { ...middle, zoom: 4 } })
      expect(pixel(drawn, 0.5, 0.5)).toEqual([...RED])
    }
  })
})

describe('effects', () => {
  test('without colors a photo is grey; warm has more red than cool', () => {
    const orange = flat([200, 120, 40])
    const [grey, ...rest] = pixel(draw(orange, { effects: { filter: 'mono' } }), 0.5, 0.5)
    expect(rest).toEqual([grey, grey])
    const [warm, cool] = (['warm', 'cool'] as const).map((filter) => pixel(draw(orange, { effects: { filter } }), 0.5, 0.5))
    expect((warm?.[0] ?? 0) > 200 && (cool?.[0] ?? 255) < 200 && (cool?.[2] ?? 0) > (warm?.[2] ?? 255)).toBe(true)
  })

  test('a blur softens edges and leaves what is flat', () => {
    const halves = quarters(EXPORT_WIDTH, EXPORT_HEIGHT, [RED, BLUE, RED, BLUE])
    const soft = draw(halves, { effects: { blur: 10 } })
    const [red = 0, , blue = 0] = pixel(soft, 0.5, 0.5)
    expect(red > 60 && blue > 60).toBe(true)
    expect([pixel(soft, 0, 0.3), pixel(soft, 1, 0.3)]).toEqual([[...RED], [...BLUE]])
  })

  test('a scrim covers the photo from an edge as far as it is full, then ever less', () => {
    const { data, width, height } = draw(flat([200, 200, 200]), {
      effects: { scrim: { color: '#000000', amount: 10, full: 0.75, end: 0.5 } },
    })
    const row = (share: number): number | undefined => data[(Math.floor(share * (height - 1)) * width + 5) * 4]
    expect([row(0), row(0.4), row(0.8), row(1)]).toEqual([200, 200, 20, 20])
    expect(row(0.6)).toBeGreaterThan(row(0.65) ?? 0)
    const top = draw(flat([200, 200, 200]), { effects: { scrim: { color: '#ffffff', amount: 10, full: 0.25, end: 0.5 } } })
    expect([top.data[0], top.data[(height - 1) * width * 4]]).toEqual([250, 200])
  })

  test('a vignette darkens the corners and leaves the middle', () => {
    const drawn = draw(flat([200, 200, 200]), { effects: { vignette: 10 } })
    expect(pixel(drawn, 0.5, 0.5)).toEqual([200, 200, 200])
    expect(pixel(drawn, 0, 0)[0]).toBe(Math.round(200 * 0.2))
  })

  test('a tint mixes its color in, none at amount 0', () => {
    const tint = (amount: number) => pixel(draw(flat([0, 0, 0]), { effects: { tint: { color: '#ffffff', amount } } }), 0.5, 0.5)
    expect([tint(0), tint(10)]).toEqual([
      [0, 0, 0],
      [179, 179, 179],
    ])
  })

  test('are the same for a photo of three bytes a pixel', () => {
    const photo = quarters(EXPORT_WIDTH, EXPORT_HEIGHT, [RED, GREEN, BLUE, WHITE])
    const three = { ...photo, data: Uint8Array.from(photo.data as Uint8Array).filter((_, index) => index % 4 !== 3) }
    const effects = { filter: 'warm', blur: 2, vignette: 3, tint: { color: '#102030', amount: 4 } } as const
    const drawn = [photo, three].map((each) => Buffer.from(draw(each, { effects }).data)) as [Buffer, Buffer]
    expect(Buffer.compare(...drawn)).toBe(0)
  })
})

describe('a backdrop', () => {
  test('of one color is that color at level 0, and photos keep their dimming', () => {
    const backdrop = { kind: 'plain', color: '#3366cc' } as const
    expect(pixel(draw(null, { photo: null, backdrop }), 0.3, 0.9)).toEqual([0x33, 0x66, 0xcc])
    const levels = { brightness: 0, contrast: 0 }
    expect(levelsOf({ ...levels, photo: null, backdrop })[200]).toBe(200)
    expect(levelsOf({ ...levels, photo: 'u/p.jpg', backdrop })[200]).toBe(140)
    expect(levelsOf({ ...levels, photo: null, backdrop: null })[200]).toBe(140)
  })

  test.each<[number, [number, number], [number, number]]>([
    [0, [0.5, 1], [0.5, 0]],
    [90, [0, 0.5], [1, 0.5]],
    [180, [0.5, 0], [0.5, 1]],
    [270, [1, 0.5], [0, 0.5]],
    [45, [0, 1], [1, 0]],
  ])('at %i degrees runs from one color to the other as in CSS', (angle, from, to) => {
    const drawn = draw(null, { photo: null, backdrop: { kind: 'gradient', from: '#000000', to: '#ffffff', angle } })
    expect([pixel(drawn, ...from)[0], pixel(drawn, ...to)[0]]).toEqual([0, 255])
    expect(Math.abs((pixel(drawn, 0.5, 0.5)[1] ?? 0) - 127)).toBeLessThan(2)
  })
})

test('a background is drawn once while nothing about it changes', () => {
  const photo = flat(RED)
  const source = { photo: () => photo, picture: () => null }
  const scene: Background = { ...plain, effects: { blur: 1 } }
  const first = backgroundOf(scene, source)
  expect(backgroundOf({ ...scene, effects: { blur: 1 } }, source)).toBe(first)
  expect(backgroundOf({ ...scene, effects: { blur: 2 } }, source)).not.toBe(first)
  expect(backgroundOf(plain, source)).toBe(photo)
})
