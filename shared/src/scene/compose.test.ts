import { exportSize } from '../slide/formats.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '../slide/model.ts'
import { blend, composePixels } from './compose.ts'
import type { ImageSource } from './compose.ts'
import { containSize } from './image-sprite.ts'
import { prepareImage } from './resample.ts'
import type { Premultiplied } from './resample.ts'
import type { Scene, SceneImage } from './scene.ts'

const SIZE = exportSize('9:16')
const nothing: ImageSource = { photo: () => null, picture: () => null }

type Placed = Omit<SceneImage, 'kind' | 'look'>

function sceneOf(images: Placed[], rest: Partial<Scene> = {}): Scene {
  return {
    size: SIZE,
    focus: 0.5,
    photo: null,
    backdrop: null,
    placement: null,
    effects: null,
    brightness: 10,
    contrast: 0,
    layers: images.map((image) => ({ kind: 'image' as const, look: null, ...image })),
    complete: true,
    ...rest,
  }
}

function compose(scene: Scene, source: ImageSource): Uint8ClampedArray {
  const data = new Uint8ClampedArray(EXPORT_WIDTH * EXPORT_HEIGHT * 4)
  composePixels(scene, source, { size: SIZE, data, from: 0, to: EXPORT_HEIGHT })
  return data
}

function pixel(data: Uint8ClampedArray, x: number, y: number): number[] {
  const i = (y * EXPORT_WIDTH + x) * 4
  return [...data.subarray(i, i + 4)]
}

function flat(width: number, height: number, color: readonly [number, number, number, number]): Premultiplied {
  return prepareImage({ width, height, data: Uint8Array.from({ length: width * height * 4 }, (_, i) => color[i & 3] ?? 0) })
}

describe('fitting a picture into a frame', () => {
  test.each([
    { image: [200, 100], frame: [100, 100], size: [100, 50] },
    { image: [100, 200], frame: [100, 100], size: [50, 100] },
    { image: [10, 10], frame: [300, 120], size: [120, 120] },
    { image: [1000, 1], frame: [10, 10], size: [10, 1] },
  ])('$image in $frame takes $size', ({ image, frame, size }) => {
    const of = ([width = 0, height = 0]: number[]) => ({ width, height })
    expect(containSize(of(image), of(frame))).toEqual(of(size))
  })

  test('never leaves the frame and touches it on two sides', () => {
    const side = fc.integer({ min: 1, max: 3000 })
    fc.assert(
      fc.property(side, side, side, side, (imageWidth, imageHeight, width, height) => {
        const size = containSize({ width: imageWidth, height: imageHeight }, { width, height })
        expect(size.width <= width && size.height <= height).toBe(true)
        expect(size.width === width || size.height === height).toBe(true)
      }),
    )
  })
})

describe('blending', () => {
  test('opaque covers, transparent leaves, half mixes', () => {
    const data = new Uint8ClampedArray(EXPORT_WIDTH * 4).fill(100)
    const rows = { size: SIZE, data, from: 0, to: 1 }
    const picture: Premultiplied = { width: 3, height: 1, data: Uint8Array.from([9, 8, 7, 255, 0, 0, 0, 0, 128, 0, 0, 128]) }
    blend(rows, picture, { x: 0, y: 0, opacity: 1 })
    expect([...data.subarray(0, 12)]).toEqual([9, 8, 7, 100, 100, 100, 100, 100, 178, 50, 50, 100])
  })

  test('changes the wanted rows alone, however far the picture reaches', () => {
    const picture: Premultiplied = { width: 1, height: 4, data: new Uint8Array(16).fill(255) }
    const changed = (y: number) => {
      const data = new Uint8ClampedArray(EXPORT_WIDTH * 4 * 4).fill(100)
      blend({ size: SIZE, data, from: 1, to: 3 }, picture, { x: 0, y, opacity: 1 })
      return [0, 1, 2, 3].map((row) => data[row * EXPORT_WIDTH * 4])
    }
    expect([-2, 1, 2].map(changed)).toEqual([
      [100, 255, 100, 100],
      [100, 255, 255, 100],
      [100, 100, 255, 100],
    ])
  })

  test('stays within bytes for every pixel, opacity and ground', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, fc.double({ min: 0, max: 1, noNaN: true }), (color, alpha, ground, opacity) => {
        const data = new Uint8ClampedArray(EXPORT_WIDTH * 4).fill(ground)
        const value = Math.min(color, alpha)
        blend(
          { size: SIZE, data, from: 0, to: 1 },
          { width: 1, height: 1, data: Uint8Array.from([value, value, value, alpha]) },
          { x: 0, y: 0, opacity },
        )
        const exact = value * opacity + ground * (1 - (alpha / 255) * opacity)
        expect(Math.abs((data[0] ?? 0) - exact)).toBeLessThanOrEqual(2)
      }),
    )
  })
})

describe('composing', () => {
  test('a slide without a photo has an opaque backdrop, darker at the bottom', () => {
    const data = compose(sceneOf([]), nothing)
    expect(pixel(data, 5, 0)[3]).toBe(255)
    expect(pixel(data, 5, 0)[2]).toBeGreaterThan(pixel(data, 5, EXPORT_HEIGHT - 1)[2] ?? 0)
  })

  test('a picture is centred in its frame', () => {
    const frame = { path: 'u/p.png', x: 100, y: 100, width: 40, height: 20, opacity: 1 }
    const data = compose(sceneOf([frame]), { ...nothing, picture: () => flat(10, 10, [255, 0, 0, 255]) })
    expect(pixel(data, 110, 100)).toEqual([255, 0, 0, 255])
    expect(pixel(data, 129, 119)).toEqual([255, 0, 0, 255])
    expect(pixel(data, 109, 110)).not.toEqual([255, 0, 0, 255])
    expect(pixel(data, 130, 110)).not.toEqual([255, 0, 0, 255])
  })

  test('a picture that is gone leaves a grey sign in its frame', () => {
    const frame = { path: 'u/p.png', x: 0, y: 0, width: 10, height: 10, opacity: 1 }
    expect(compose(sceneOf([frame]), nothing)).not.toEqual(compose(sceneOf([]), nothing))
  })

  test('a picture far larger than the slide costs no more than the slide and fills it', () => {
    // Whole it would take 160 GB.
    const frame = { path: 'u/p.png', x: -100_000, y: -100_000, width: 200_000, height: 200_000, opacity: 1 }
    const data = compose(sceneOf([frame]), { ...nothing, picture: () => flat(8, 8, [1, 2, 3, 255]) })
    expect(pixel(data, 0, 0)).toEqual([1, 2, 3, 255])
    expect(pixel(data, EXPORT_WIDTH - 1, EXPORT_HEIGHT - 1)).toEqual([1, 2, 3, 255])
    const atCorner = compose(sceneOf([{ ...frame, x: 0, y: 0 }]), { ...nothing, picture: () => flat(8, 8, [1, 2, 3, 255]) })
    expect(pixel(atCorner, 0, 0)).toEqual([1, 2, 3, 255])
  })

  test('a photo of another size is refused rather than stretched', () => {
    for (const [width, height] of [
      [10, 10],
      [1080, 10],
      [10, 1920],
    ] as const) {
      const photo = { width, height, data: new Uint8Array(4 * width * height) }
      const draw = () => compose(sceneOf([], { photo: 'u/p.jpg' }), { ...nothing, photo: () => photo })
      expect(draw).toThrow(`must be 1080 x 1920, not ${width} x ${height}`)
    }
  })

  test('rows outside the wanted ones are left alone', () => {
    const data = new Uint8ClampedArray(EXPORT_WIDTH * EXPORT_HEIGHT * 4)
    composePixels(sceneOf([]), nothing, { size: SIZE, data, from: 10, to: 20 })
    expect(pixel(data, 0, 9)).toEqual([0, 0, 0, 0])
    expect(pixel(data, 0, 10)[3]).toBe(255)
    expect(pixel(data, 0, 19)[3]).toBe(255)
    expect(pixel(data, 0, 20)).toEqual([0, 0, 0, 0])
  })
})

test('a slide is composed at a fifth of its size from each fifth pixel of its photo, with its levels', () => {
  const photo = { ...SIZE, data: new Uint8ClampedArray(EXPORT_WIDTH * EXPORT_HEIGHT * 4) }
  for (let y = 0; y < EXPORT_HEIGHT; y++)
    for (let x = 0; x < EXPORT_WIDTH; x++) photo.data.set([x % 250, y % 250, 7, 255], (y * EXPORT_WIDTH + x) * 4)
  const scene = sceneOf([], { photo: 'u/p.jpg', brightness: -20 })
  const source: ImageSource = { ...nothing, photo: () => photo }
  const whole = new Uint8ClampedArray(photo.data.length)
  composePixels(scene, source, { size: SIZE, data: whole, from: 0, to: EXPORT_HEIGHT })
  const [scale, width, height] = [0.2, EXPORT_WIDTH / 5, EXPORT_HEIGHT / 5]
  const small = new Uint8ClampedArray(width * (height - 10) * 4)
  composePixels(scene, source, { size: SIZE, data: small, from: 10, to: height, start: 10, scale })
  for (const [x, y] of [
    [0, 10],
    [215, 10],
    [33, 200],
    [215, 383],
  ] as const) {
    const [at, from] = [((y - 10) * width + x) * 4, (y * 5 * EXPORT_WIDTH + x * 5) * 4]
    expect(small.slice(at, at + 4)).toEqual(whole.slice(from, from + 4))
  }
})

describe('composing larger', () => {
  const scale = 2
  const [width, height] = [scale * EXPORT_WIDTH, scale * EXPORT_HEIGHT]
  const logo = flat(50, 30, [250, 10, 10, 255])
  const scene = sceneOf([{ path: 'u/logo.png', x: 101, y: 303, width: 101, height: 61, opacity: 1 }])
  const source: ImageSource = { photo: () => null, picture: () => logo }

  function rows(from: number, to: number): Uint8ClampedArray {
    const data = new Uint8ClampedArray(width * (to - from) * 4)
    composePixels(scene, source, { size: SIZE, data, from, to, start: from, scale })
    return data
  }

  test('a picture fills the pixels of its frame, twice as many both ways', () => {
    // The frame is 202 x 122 pixels from (202, 606); 50 x 30 fits into it as 202 x 121.
    const band = rows(600, 740)
    const red = (x: number, y: number): boolean => (band[((y - 600) * width + x) * 4] ?? 0) === 250
    expect([red(202, 606), red(403, 726), red(201, 650), red(404, 650), red(300, 605), red(300, 727)]).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('bands are the rows of the whole, and every pixel is opaque', () => {
    const whole = rows(0, height)
    for (const [from, to] of [
      [0, 3],
      [605, 610],
      [height - 2, height],
    ] as const) {
      expect(rows(from, to)).toEqual(whole.slice(from * width * 4, to * width * 4))
    }
    expect(whole.every((value, index) => (index & 3) !== 3 || value === 255)).toBe(true)
  })
})

test('a lost image with a look takes the place that it would be drawn in', () => {
  const look = { crop: null, flip: false, radius: 0, border: null, rotation: 90, shadow: null }
  const image = { kind: 'image' as const, path: 'u/gone.png', x: 300, y: 400, width: 200, height: 40, opacity: 1, look }
  const data = compose({ ...sceneOf([]), layers: [image] }, nothing)
  const bare = compose(sceneOf([]), nothing)
  const changes = (x: number, y: number): boolean => pixel(data, x, y).join() !== pixel(bare, x, y).join()
  expect([changes(400, 350), changes(310, 420)]).toEqual([true, false])
})
