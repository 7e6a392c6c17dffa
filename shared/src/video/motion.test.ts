import { describe, expect, test } from 'vitest'
import { slideSchema } from '../slide/model.ts'
import type { Size } from '../slide/formats.ts'
import { i420Size, toI420 } from './h264/i420.ts'
import { createMovingSlide, drawMotion, motionProgress, motionSlides } from './motion.ts'

const SIZE: Size = { width: 40, height: 60 }

type Rgb = readonly [number, number, number]

/** A frame in I420 whose pixels a function chooses. */
function frameOf(pixel: (x: number, y: number) => Rgb): Uint8Array {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
  for (let y = 0; y < SIZE.height; y++) for (let x = 0; x < SIZE.width; x++) data.set([...pixel(x, y), 255], (y * SIZE.width + x) * 4)
  const planes = new Uint8Array(i420Size(SIZE.width, SIZE.height))
  toI420({ ...SIZE, data }, planes)
  return planes
}

const background = (x: number, y: number): Rgb => [x * 6, y * 4, 120]
const isBox = (x: number, y: number): boolean => x >= 10 && x < 20 && y >= 20 && y < 30
const BOX: Rgb = [230, 40, 60]

const moving = createMovingSlide(SIZE, {
  background: frameOf(background),
  onBlack: frameOf((x, y) => (isBox(x, y) ? BOX : [0, 0, 0])),
  onWhite: frameOf((x, y) => (isBox(x, y) ? BOX : [255, 255, 255])),
})

function drawAt(progress: number): Uint8Array {
  const out = new Uint8Array(i420Size(SIZE.width, SIZE.height))
  drawMotion(moving, progress, out)
  return out
}

const lumaAt = (frame: Uint8Array, x: number, y: number): number => frame[y * SIZE.width + x] ?? 0

describe('a frame', () => {
  test('equals the slide before the zoom begins', () => {
    expect(drawAt(0)).toEqual(frameOf((x, y) => (isBox(x, y) ? BOX : background(x, y))))
  })

  test('moves the background away from the middle, and keeps the boxes in place', () => {
    const [start, end] = [drawAt(0), drawAt(1)]
    expect(lumaAt(end, 0, 5)).toBeGreaterThan(lumaAt(start, 0, 5))
    expect(lumaAt(end, 39, 55)).toBeLessThan(lumaAt(start, 39, 55))
    expect(lumaAt(end, 15, 25)).toBe(lumaAt(start, 15, 25))
    expect(lumaAt(end, 20, 29)).not.toBe(lumaAt(end, 19, 29))
  })

  test('lets the background through a box that is half transparent', () => {
    const half = createMovingSlide(SIZE, {
      background: frameOf(() => [200, 200, 200]),
      onBlack: frameOf(() => [60, 60, 60]),
      onWhite: frameOf(() => [188, 188, 188]),
    })
    const out = new Uint8Array(i420Size(SIZE.width, SIZE.height))
    drawMotion(half, 0.5, out)
    // 60 + 200 x (1 - (60 to 188) / 255) is 160.
    expect(
      Math.abs(
        lumaAt(out, 20, 30) -
          lumaAt(
            frameOf(() => [160, 160, 160]),
            20,
            30,
          ),
      ),
    ).toBeLessThanOrEqual(1)
  })
})

test('the zoom runs from the first frame to the last, one picture for two frames', () => {
  const steps = Array.from({ length: 7 }, (_, frame) => motionProgress(frame, 7))
  expect(steps).toEqual([0, 0, 2 / 6, 2 / 6, 4 / 6, 4 / 6, 1])
  expect(motionProgress(0, 1)).toBe(0)
})

test('the background is the slide without its boxes; the boxes have neither photo nor light', () => {
  const slide = slideSchema.parse({
    id: 's',
    textBoxes: [{ id: 't', text: 'hi' }],
    backgroundImage: 'user/1.jpg',
    brightness: 5,
    photoEffects: { blur: 10 },
  })
  const { background: behind, onBlack, onWhite } = motionSlides(slide)
  expect(behind).toMatchObject({ textBoxes: [], backgroundImage: 'user/1.jpg', brightness: 5, photoEffects: { blur: 10 } })
  for (const boxes of [onBlack, onWhite]) {
    expect(boxes).toMatchObject({ textBoxes: slide.textBoxes, backgroundImage: null, brightness: 0 })
    expect(boxes.photoEffects).toBeUndefined()
  }
  expect(onBlack.backdrop).toEqual({ kind: 'plain', color: '#000000' })
})
