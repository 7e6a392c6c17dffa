import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imageBounds, spriteOf } from './image-sprite.ts'
import type { Premultiplied } from './resample.ts'
import type { ImageLook } from './scene.ts'

const PLAIN: ImageLook = { crop: null, flip: false, radius: 0, border: null, rotation: 0, shadow: null }

/** Columns in four colors: red, green, blue, white. */
function striped(width = 80, height = 40): Premultiplied {
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ]
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) data.set([...(colors[Math.floor(((i % width) * 4) / width)] ?? []), 255], i * 4)
  return { width, height, data }
}

function spriteWith(look: Partial<ImageLook>, size = { width: 80, height: 40 }, image = striped()) {
  return spriteOf(image, { ...size, look: { ...PLAIN, ...look } }, 1)
}

function pixelOf({ image }: { image: Premultiplied }, x: number, y: number): number[] {
  const i = (y * image.width + x) * 4
  return [...image.data.subarray(i, i + 4)]
}

const RED = [255, 0, 0, 255]
const WHITE = [255, 255, 255, 255]

describe('an image with a look', () => {
  test('without one in it is the image itself, in a copy', () => {
    const image = striped()
    const sprite = spriteWith({}, undefined, image)
    expect(sprite).toMatchObject({ x: 0, y: 0 })
    expect(sprite.image.data).toEqual(image.data)
    expect(sprite.image.data).not.toBe(image.data)
  })

  test('shows the part that its crop leaves, as large as the frame allows', () => {
    const sprite = spriteWith({ crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })
    expect([sprite.image.width, sprite.image.height, sprite.x]).toEqual([40, 40, 20])
    expect(pixelOf(sprite, 5, 20)).toEqual([0, 0, 255, 255])
    expect(pixelOf(sprite, 35, 20)).toEqual(WHITE)
  })

  test('is mirrored', () => {
    const sprite = spriteWith({ flip: true })
    expect([pixelOf(sprite, 0, 0), pixelOf(sprite, 79, 0)]).toEqual([WHITE, RED])
  })

  test('has clear corners and a full middle', () => {
    const sprite = spriteWith({ radius: 12 })
    expect(pixelOf(sprite, 0, 0)).toEqual([0, 0, 0, 0])
    expect(pixelOf(sprite, 79, 39)).toEqual([0, 0, 0, 0])
    expect(pixelOf(sprite, 40, 0)).toEqual([0, 0, 255, 255])
    expect(pixelOf(sprite, 0, 20)).toEqual(RED)
  })

  test('has a border inside its edges, also where they are clear', () => {
    const border = { color: '#102030', width: 5 }
    const sprite = spriteWith({ border })
    expect(pixelOf(sprite, 0, 0)).toEqual([16, 32, 48, 255])
    expect(pixelOf(sprite, 4, 20)).toEqual([16, 32, 48, 255])
    expect(pixelOf(sprite, 5, 20)).toEqual(RED)
    const clear = { width: 80, height: 40, data: new Uint8Array(80 * 40 * 4) }
    expect(pixelOf(spriteWith({ border }, undefined, clear), 79, 20)).toEqual([16, 32, 48, 255])
  })

  test('turned by 90 degrees stands upright, with soft edges at other angles', () => {
    const upright = spriteWith({ rotation: 90 })
    const middle = { x: upright.image.width / 2, y: upright.image.height / 2 }
    expect(pixelOf(upright, middle.x, middle.y - 35)).toEqual(RED)
    expect(pixelOf(upright, middle.x, middle.y + 35)).toEqual(WHITE)
    const alphas = new Set(spriteWith({ rotation: 30 }).image.data.filter((_, i) => i % 4 === 3))
    expect(alphas.size).toBeGreaterThan(10)
  })

  test('casts its shadow beside and under it', () => {
    const sprite = spriteWith({ shadow: { color: '#ff00ff', opacity: 0.5, x: 10, y: 6, blur: 0 } })
    expect([sprite.image.width, sprite.image.height]).toEqual([90, 46])
    expect(pixelOf(sprite, 0, 0)).toEqual(RED)
    expect(pixelOf(sprite, 85, 20)).toEqual([128, 0, 128, 128])
  })

  test('of any look stays within its bounds, and its colors within their alpha', () => {
    const looks = fc.record({
      flip: fc.boolean(),
      radius: fc.double({ min: 0, max: 60, noNaN: true }),
      border: fc.option(fc.record({ color: fc.constant('#ffffff'), width: fc.double({ min: 1, max: 60, noNaN: true }) })),
      rotation: fc.double({ min: -180, max: 180, noNaN: true }),
      shadow: fc.option(
        fc.record({
          color: fc.constant('#ffffff'),
          opacity: fc.constantFrom(0.3, 1),
          x: fc.integer({ min: -40, max: 40 }),
          y: fc.constant(9),
          blur: fc.integer({ min: 0, max: 20 }),
        }),
      ),
      crop: fc.option(fc.constantFrom({ x: 0.95, y: 0, width: 0.05, height: 1 }, { x: 0, y: 0.3, width: 0.7, height: 0.05 })),
    })
    const side = fc.integer({ min: 1, max: 90 })
    fc.assert(
      fc.property(looks, side, side, (look, width, height) => {
        const { image, x, y } = spriteOf(striped(), { width, height, look }, 1)
        const bounds = imageBounds({ kind: 'image', path: 'u/p.png', x: 0, y: 0, width, height, opacity: 1, look })
        expect(x >= bounds.left && y >= bounds.top && x + image.width <= bounds.right && y + image.height <= bounds.bottom).toBe(true)
        const { data } = image
        expect(data.every((value, i) => value <= (data[i | 3] ?? 0))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
