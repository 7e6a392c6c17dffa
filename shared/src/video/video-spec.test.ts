import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slideSchema } from '../slide/model.ts'
import { CROSS_FADE_FRAMES, videoInFormat, videoParts, videoSize, multiPhotoVideo, slideshowVideo } from './video-spec.ts'
import { photoAtFrame } from './timeline.ts'

const slide = slideSchema.parse({ id: 'quote', title: 'a quote', brightness: 3 })
const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `u/${index}.jpg`)

test('a multi-photo video shows in each of its 600 frames the photo that the preview shows', () => {
  for (const count of [1, 3, 10, 12, 33, 34, 40]) {
    const photos = named(count)
    const { pictures } = multiPhotoVideo(slide, photos)
    const shown = pictures.flatMap((picture) => Array.from({ length: picture.frames }, () => picture.slide.backgroundImage))
    expect(shown).toEqual(Array.from({ length: 600 }, (_, frame) => photos[photoAtFrame(frame, count)]))
    expect(pictures.every((picture) => picture.slide.brightness === 3)).toBe(true)
  }
})

test('a video in a format shows its slides as the format does, for as long', () => {
  const video = multiPhotoVideo(slide, named(2))
  const shown = videoInFormat(video, '4:5')
  expect(videoSize(shown)).toEqual({ width: 1080, height: 1350 })
  expect(shown.pictures.map(({ frames }) => frames)).toEqual(video.pictures.map(({ frames }) => frames))
  expect(videoInFormat(video, '9:16')).toEqual(video)
})

test('without photos or a slide there is no video', () => {
  expect(() => multiPhotoVideo(slide, [])).toThrow('No photos available for video export')
  expect(() => multiPhotoVideo(undefined, named(3))).toThrow('No slide data available for video export')
  expect(() => slideshowVideo([], { seconds: 3, crossFade: false })).toThrow('No slide data available for video export')
})

test.each([
  [3, 180],
  [1, 60],
  [10, 600],
  [2.5, 150],
  [0, 60],
  [99, 600],
])('%d seconds a slide are %d frames', (seconds, frames) => {
  expect(slideshowVideo([slide, slide], { seconds, crossFade: false })).toEqual({
    pictures: [
      { slide, frames },
      { slide, frames },
    ],
    crossFade: 0,
  })
  expect(slideshowVideo([slide], { seconds, crossFade: true }).crossFade).toBe(CROSS_FADE_FRAMES)
})

test('a cross-fade takes the end of each picture but the last', () => {
  const pictures = [{ frames: 60 }, { frames: 10 }, { frames: 90 }]
  expect(videoParts({ pictures, crossFade: 30 })).toEqual([
    { kind: 'hold', picture: 0, start: 0, frames: 30 },
    { kind: 'fade', from: 0, to: 1, start: 30, frames: 30 },
    { kind: 'hold', picture: 1, start: 60, frames: 1 },
    { kind: 'fade', from: 1, to: 2, start: 61, frames: 9 },
    { kind: 'hold', picture: 2, start: 70, frames: 90 },
  ])
})

test('the parts of a video follow each other without a gap and have its length', () => {
  const video = fc.record({
    pictures: fc.array(fc.record({ frames: fc.integer({ min: 1, max: 600 }) }), { minLength: 1, maxLength: 40 }),
    crossFade: fc.integer({ min: 0, max: 60 }),
  })
  fc.assert(
    fc.property(video, (any) => {
      let next = 0
      for (const part of videoParts(any)) {
        expect(part.start).toBe(next)
        expect(part.frames).toBeGreaterThan(0)
        next += part.frames
      }
      expect(next).toBe(any.pictures.reduce((sum, { frames }) => sum + frames, 0))
    }),
  )
})
