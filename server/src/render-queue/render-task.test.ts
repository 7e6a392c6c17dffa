import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import { FORMATS, type Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { arbitraryEdit, sampleDocument } from '@ninesixteen/shared/slide/testing/arbitrary-edits'
import { NEW_CUT } from '@ninesixteen/shared/sound/video-sound'
import { parseTask, taskMessage, taskSize, TaskUnknown, type RenderTask } from './render-task.ts'

const sent = (task: RenderTask) => parseTask({ work: taskMessage(task) })

/** One task of each kind with all optional fields. */
function tasksOf(slides: readonly Slide[]): RenderTask[] {
  const [slide] = slides
  if (!slide) return []
  const pictures = slides.map((one, index) => ({ slide: one, frames: 60 + index }))
  const sound = { ...NEW_CUT, path: 'user-1/1700000000000_track.aac', start: 2 }
  return [
    { kind: 'cover', slide },
    { kind: 'png', slide },
    { kind: 'jpeg', slide, quality: 40 },
    { kind: 'video', film: { pictures } },
    { kind: 'video', film: { pictures, crossFade: 30, motion: true, sound } },
  ]
}

test('a task of any kind and format arrives whole, whatever its slides contain', () => {
  const edits = fc.array(arbitraryEdit, { maxLength: 30 })
  fc.assert(
    fc.property(edits, fc.constantFrom(...FORMATS), (all, format) => {
      const slides = all.reduce(applyEdit, sampleDocument()).slides.map((slide) => inFormat(slide, format))
      for (const task of tasksOf(slides)) expect(sent(task)).toStrictEqual(JSON.parse(JSON.stringify(task)))
    }),
    { numRuns: 200 },
  )
})

test('a field that the schema does not name is refused by the writer and by the reader, at any depth', () => {
  const [, slide] = sampleDocument().slides
  const image = ['', 'slide', 'slide.textBoxes.0', 'slide.imageBoxes.0', 'slide.shapeBoxes.0']
  const video = ['', 'film', 'film.pictures.0', 'film.pictures.0.slide']
  for (const task of tasksOf(slide ? [inFormat(slide, '1:1')] : [])) {
    for (const place of task.kind === 'video' ? video : image) {
      const later = structuredClone(task)
      const target = place.split('.').reduce<unknown>((value, key) => (key === '' ? value : Reflect.get(value as object, key)), later)
      Object.assign(target as object, { fromTheFuture: 1 })
      expect(() => taskMessage(later), place).toThrow('fromTheFuture')
      expect(() => parseTask({ work: JSON.stringify(later) }), place).toThrow(TaskUnknown)
    }
  }
})

test('a task has the size of its format', () => {
  const [slide] = sampleDocument().slides
  const sizes = FORMATS.map((format) => tasksOf(slide ? [inFormat(slide, format)] : []).map(taskSize))
  const byFormat: Record<Format, [width: number, height: number, cover: number]> = {
    '9:16': [1080, 1920, 640],
    '4:5': [1080, 1350, 450],
    '3:4': [1080, 1440, 480],
    '1:1': [1080, 1080, 360],
    '2:3': [1000, 1500, 540],
  }
  expect(sizes).toEqual(
    FORMATS.map((format) => {
      const [width, height, cover] = byFormat[format]
      return [{ width: 360, height: cover }, ...Array.from({ length: 4 }, () => ({ width, height }))]
    }),
  )
})
