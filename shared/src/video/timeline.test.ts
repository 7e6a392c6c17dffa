import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FRAMES_PER_PHOTO,
  PHOTO_CHANGES,
  PHOTO_MS,
  PROGRESS_TICK_MS,
  VIDEO_FPS,
  VIDEO_FRAMES,
  VIDEO_MS,
  photoAtFrame,
  photoAtTime,
  progressAt,
  seekByPhotos,
} from './timeline.ts'

test('10 seconds are 600 frames, 18 a photo', () => {
  expect({ VIDEO_MS, PHOTO_MS, PROGRESS_TICK_MS, VIDEO_FPS, VIDEO_FRAMES, FRAMES_PER_PHOTO, PHOTO_CHANGES }).toEqual({
    VIDEO_MS: 10_000,
    PHOTO_MS: 300,
    PROGRESS_TICK_MS: 50,
    VIDEO_FPS: 60,
    VIDEO_FRAMES: 600,
    FRAMES_PER_PHOTO: 18,
    PHOTO_CHANGES: 34,
  })
})

test.each([
  [-1, 10, 0],
  [0, 10, 0],
  [299.99, 10, 0],
  [300, 10, 1],
  [2999, 10, 9],
  [3000, 10, 0],
  [9899, 34, 32],
  [9900, 34, 33],
  [10_000, 34, 33],
  [10_000, 12, 9],
  [99_999, 34, 33],
  [5000, 1, 0],
])('at %d ms of %d photos it is number %d', (ms, count, expected) => {
  expect(photoAtTime(ms, count)).toBe(expected)
})

test.each([
  [0, 10, 0],
  [17, 10, 0],
  [18, 10, 1],
  [179, 10, 9],
  [180, 10, 0],
  [599, 34, 33],
  [599, 12, 9],
])('in frame %d of %d photos it is number %d', (frame, count, expected) => {
  expect(photoAtFrame(frame, count)).toBe(expected)
})

test('every frame of the export has the photo that the preview shows at its time', () => {
  const frames = Array.from({ length: VIDEO_FRAMES }, (_, frame) => frame)
  for (let count = 1; count <= 40; count += 1) {
    const shown = frames.map((frame) => photoAtTime((frame * 1000) / VIDEO_FPS, count))
    expect(frames.map((frame) => photoAtFrame(frame, count))).toEqual(shown)
  }
})

test('photos take turns, each for its 300 ms', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: VIDEO_MS - PHOTO_MS - 1, noNaN: true }), fc.integer({ min: 1, max: 34 }), (ms, count) => {
      const now = photoAtTime(ms, count)
      expect(photoAtTime(Math.floor(ms / PHOTO_MS) * PHOTO_MS, count)).toBe(now)
      expect(photoAtTime((Math.floor(ms / PHOTO_MS) + 1) * PHOTO_MS, count)).toBe((now + 1) % count)
    }),
  )
})

test('a video without photos has none to show', () => {
  expect(() => photoAtTime(0, 0)).toThrow(RangeError)
  expect(() => photoAtFrame(0, 0)).toThrow(RangeError)
})

test.each([
  [-20, 0],
  [0, 0],
  [49.9, 0],
  [50, 50],
  [9999, 9950],
  [10_000, 10_000],
  [12_000, 10_000],
])('at %d ms the progress shows %d', (ms, expected) => {
  expect(progressAt(ms)).toBe(expected)
})

test.each([
  [0, 1, 300],
  [450, 1, 600],
  [450, -1, 300],
  [600, -1, 300],
  [0, -1, 0],
  [9950, 1, 10_000],
  [10_000, -1, 9900],
  [10_000, 1, 10_000],
])('from %d ms, %d photos on is %d ms', (ms, steps, expected) => {
  expect(seekByPhotos(ms, steps)).toBe(expected)
})
