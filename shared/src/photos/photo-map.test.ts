import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CALM_MAX,
  decodePhotoMap,
  encodePhotoMap,
  MAP_CELLS,
  MAP_COLUMNS,
  MAP_PIXELS,
  MAP_ROWS,
  type MapPixels,
  type PhotoMap,
  photoMap,
  SUBJECT_BUSY,
} from './photo-map.ts'

type Rgb = readonly [number, number, number]

const { width, height } = MAP_PIXELS

function drawn(colorAt: (x: number, y: number) => Rgb): MapPixels {
  const data = new Uint8ClampedArray(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colorAt(x, y), 3 * (y * width + x))
  return { width, height, data }
}

const gray = (value: number): Rgb => [value, value, value]
const at = (values: Uint8Array, column: number, row: number) => values[row * MAP_COLUMNS + column] ?? -1

/** Values of the cells in the rectangle, bounds included. */
function within(values: Uint8Array, [left, top, right, bottom]: readonly [number, number, number, number]): number[] {
  return [...values].filter((_, cell) => {
    const [column, row] = [cell % MAP_COLUMNS, Math.floor(cell / MAP_COLUMNS)]
    return column >= left && column <= right && row >= top && row <= bottom
  })
}

const circle = (x: number, y: number, [middleX, middleY, radius]: readonly [number, number, number]) =>
  Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY) <= radius

/** Deterministic noise, -1 to 1. */
const noise = (x: number, y: number) => (((x * 73_856_093 + y * 19_349_663 + x * y * 83_492_791) % 2001) - 1000) / 1000

test('one color is calm everywhere, has its lightness and no subject', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (color) => {
      const { busy, light, subject } = photoMap(drawn(() => color))
      expect(Math.max(...busy)).toBe(0)
      expect(new Set(light).size).toBe(1)
      expect(subject).toBe(null)
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['black', [0, 0, 0], 0],
  ['white', [255, 255, 255], 255],
  ['middle gray', [128, 128, 128], 128],
  // Relative luminances 0.2126, 0.7152 and 0.0722.
  ['red', [255, 0, 0], 127],
  ['green', [0, 255, 0], 220],
  ['blue', [0, 0, 255], 76],
] as const)('%s is as light as the gray of its luminance', (_, color, expected) => {
  expect(Math.abs(at(photoMap(drawn(() => color)).light, 3, 3) - expected)).toBeLessThanOrEqual(2)
})

test('transparent pixels are on black', () => {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let pixel = 0; pixel < width * 128; pixel++) data[4 * pixel + 3] = 0
  const { light } = photoMap({ width, height, data })
  expect(at(light, 9, 5)).toBe(0)
  expect(at(light, 9, 25)).toBe(255)
})

test('smooth gradients and blurred lights are calm', () => {
  const across = photoMap(drawn((x) => gray((x * 255) / width)))
  const diagonal = photoMap(drawn((x, y) => [(x * 255) / width, (y * 255) / height, 255 - (x * 255) / width]))
  const bokeh = photoMap(
    drawn((x, y) =>
      gray(40 + 120 * Math.exp(-((x - 50) ** 2 + (y - 90) ** 2) / 900) + 90 * Math.exp(-((x - 100) ** 2 + (y - 170) ** 2) / 1600)),
    ),
  )
  for (const { busy } of [across, diagonal, bokeh]) expect(Math.max(...busy)).toBeLessThan(CALM_MAX)
  expect(at(across.light, 0, 16)).toBeLessThan(16)
  expect(at(across.light, 17, 16)).toBeGreaterThan(240)
})

test('grain and faint noise are calm, texture is busy', () => {
  const grain = photoMap(drawn((x, y) => gray(120 + 4 * noise(x, y))))
  const foliage = photoMap(drawn((x, y) => [60 + 50 * noise(x, y), 100 + 60 * noise(x, y), 40 + 30 * noise(x, y)]))
  expect(Math.max(...grain.busy)).toBeLessThan(CALM_MAX)
  expect(Math.min(...foliage.busy)).toBeGreaterThan(120)
})

test.each([2, 4, 8])('a checkerboard with fields of %i pixels is busy', (size) => {
  const { busy, subject } = photoMap(drawn((x, y) => gray((Math.floor(x / size) + Math.floor(y / size)) % 2 ? 200 : 60)))
  expect(Math.min(...busy)).toBeGreaterThan(120)
  expect(subject).toBe(null)
})

test('lines of small text on paper are busy, the paper around them is calm', () => {
  const { busy } = photoMap(drawn((x, y) => gray(y >= 96 && y < 160 && y % 8 < 4 && (x * 5 + y * 3) % 7 < 3 ? 40 : 235)))
  expect(Math.min(...within(busy, [0, 13, 17, 18]))).toBeGreaterThan(120)
  expect(Math.max(...within(busy, [0, 0, 17, 10]), ...within(busy, [0, 21, 17, 31]))).toBeLessThan(CALM_MAX)
})

test('a horizon is an edge to avoid between a calm sky and a calm sea, wherever it crosses the cells', () => {
  for (let horizon = 120; horizon <= 128; horizon++) {
    const { busy, light, subject } = photoMap(drawn((_, y) => (y < horizon ? [190, 210, 230] : [40, 70, 100])))
    for (let column = 0; column < MAP_COLUMNS; column++) {
      expect(Math.max(at(busy, column, 14), at(busy, column, 15), at(busy, column, 16))).toBeGreaterThan(80)
    }
    expect(Math.max(...within(busy, [0, 0, 17, 13]), ...within(busy, [0, 17, 17, 31]))).toBeLessThan(CALM_MAX)
    expect(at(light, 4, 4)).toBeGreaterThan(at(light, 4, 28) + 100)
    expect(subject).toBe(null)
  }
})

test('a circle is the subject, and text avoids all of it although it is smooth', () => {
  const place = [90, 150, 26] as const
  const { busy, subject } = photoMap(drawn((x, y) => (circle(x, y, place) ? [200, 90, 60] : [150 + y / 8, 170 + y / 8, 180])))
  expect(Math.abs((subject?.x ?? 0) - 90 / width)).toBeLessThan(0.03)
  expect(Math.abs((subject?.y ?? 0) - 150 / height)).toBeLessThan(0.03)
  expect(Math.min(...within(busy, [9, 17, 13, 20]))).toBeGreaterThanOrEqual(SUBJECT_BUSY)
  expect(Math.max(...within(busy, [0, 0, 17, 13]))).toBeLessThan(CALM_MAX)
})

test.each([
  ['light', [236, 188, 160]],
  ['medium', [190, 130, 95]],
  ['dark', [110, 72, 50]],
] as const)('a face of %s skin is the subject before a more colorful shirt', (_, skin) => {
  const wall: Rgb = [150, 160, 170]
  const portrait = (x: number, y: number): Rgb => {
    if (circle(x, y, [72, 80, 24])) return skin
    return y > 150 && Math.abs(x - 72) < 45 ? [130, 145, 165] : wall
  }
  const { subject } = photoMap(drawn(portrait))
  expect(Math.abs((subject?.x ?? 0) - 0.5)).toBeLessThan(0.05)
  expect(Math.abs((subject?.y ?? 0) - 80 / height)).toBeLessThan(0.06)
})

test('a glow without an outline stays calm', () => {
  const { busy } = photoMap(drawn((x, y) => gray(30 + 150 * Math.exp(-((x - 72) ** 2 + (y - 128) ** 2) / 1200))))
  expect(Math.max(...busy)).toBeLessThan(CALM_MAX)
})

const pictures = fc
  .record({
    background: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
    circles: fc.array(
      fc.record({
        place: fc.tuple(fc.nat(width), fc.nat(height), fc.integer({ min: 4, max: 60 })),
        color: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
      }),
      { maxLength: 4 },
    ),
    grain: fc.nat(60),
  })
  .map(({ background, circles, grain }) =>
    drawn((x, y) => {
      const color = circles.find(({ place }) => circle(x, y, place))?.color ?? background
      return color.map((value) => value + grain * noise(x, y)) as unknown as Rgb
    }),
  )

function mirrored({ data }: MapPixels): MapPixels {
  const pixel = (x: number, y: number) => 3 * (y * width + width - 1 - x)
  return drawn((x, y) => Array.from(data.subarray(pixel(x, y), pixel(x, y) + 3)) as unknown as Rgb)
}

const withAlpha = ({ data }: MapPixels): MapPixels => ({
  width,
  height,
  data: Uint8Array.from({ length: 4 * width * height }, (_, at4) =>
    at4 % 4 === 3 ? 255 : (data[Math.floor(at4 / 4) * 3 + (at4 % 4)] ?? 0),
  ),
})

test('any picture gives the same map again, with and without alpha, and its mirror image the mirrored one', () => {
  fc.assert(
    fc.property(pictures, (picture) => {
      const map = photoMap(picture)
      expect(photoMap(withAlpha(picture))).toEqual(map)
      const mirror = photoMap(mirrored(picture))
      for (let row = 0; row < MAP_ROWS; row++) {
        for (let column = 0; column < MAP_COLUMNS; column++) {
          expect(at(mirror.light, MAP_COLUMNS - 1 - column, row)).toBe(at(map.light, column, row))
          expect(at(mirror.busy, MAP_COLUMNS - 1 - column, row)).toBe(at(map.busy, column, row))
        }
      }
      expect(mirror.subject === null).toBe(map.subject === null)
    }),
    { numRuns: 25 },
  )
})

test('a stored map is read as it was computed', () => {
  fc.assert(
    fc.property(pictures, fc.double({ min: 0.01, max: 200, noNaN: true }), (picture, ratio) => {
      const map = photoMap(picture, ratio)
      expect(Math.abs(map.ratio - ratio)).toBeLessThanOrEqual(0.0005001)
      const text = encodePhotoMap(map)
      expect(text).toHaveLength(6 + 2 * MAP_CELLS)
      expect(decodePhotoMap(text)).toEqual(map)
    }),
    { numRuns: 25 },
  )
})

const calm = 'A'.repeat(2 * MAP_CELLS)

test.each([
  '',
  '2--',
  `1--${calm}`,
  `1--yIA${calm}`,
  `2--AAA${calm}`,
  `2--*IA${calm}`,
  `2--yIA${'*'.repeat(2 * MAP_CELLS)}`,
  `2A-yIA${calm}`,
])('text that is not a map of this version is none: %s', (text) => {
  expect(decodePhotoMap(text)).toBe(null)
})

test('a map has the ratio of its photo', () => {
  expect(decodePhotoMap(`2--yIA${calm}`)?.ratio).toBe(0.562)
})

test('an image of another size throws', () => {
  expect(() => photoMap({ width: 10, height: 10, data: new Uint8Array(300) })).toThrow(RangeError)
})

test('the values of a fixed picture stay, because other processes compare with them', () => {
  const map: PhotoMap = photoMap(
    drawn((x, y) => (circle(x, y, [60, 120, 30]) ? [220, 120 + y / 4, 90] : [20 + x, 60 + 20 * noise(x, y), 90 + y / 2])),
  )
  const sum = (values: Uint8Array) => values.reduce((total, value, cell) => (total * 31 + value + cell) % 1_000_003, 0)
  expect({ busy: sum(map.busy), light: sum(map.light), subject: map.subject }).toMatchInlineSnapshot(`
    {
      "busy": 730325,
      "light": 134476,
      "subject": {
        "x": 0.42857142857142855,
        "y": 0.4603174603174603,
      },
    }
  `)
})
