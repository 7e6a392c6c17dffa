import { expect, test } from 'vitest'
import { slideSchema } from '../slide/model.ts'
import { NO_TEXTS } from './draft.ts'
import { composeMultiPhotoVideo } from './multi-photo-video.ts'
import { isVideoProject } from './video-project.ts'

const slide = (title: string, boxes: number, id = 'a') =>
  slideSchema.parse({ id, title, textBoxes: Array.from({ length: boxes }, (_, index) => ({ id: `${id}${index}` })) })

test.each([
  ['no slide', [], false],
  ['a title with "video"', [slide('My Video of the day', 3)], true],
  ['a title with "motivational"', [slide('MOTIVATIONAL quote', 0)], true],
  ['a single text box', [slide('anything', 1)], true],
  ['no text box', [slide('anything', 0)], false],
  ['two text boxes', [slide('anything', 2)], false],
  ['two slides, though one is called a video', [slide('motivational video', 1), slide('b', 1, 'b')], false],
] as const)('%s', (_, slides, expected) => {
  expect(isVideoProject({ slides })).toBe(expected)
})

test('what the generator makes as a video is opened as one', () => {
  const place = { index: 0, written: 1, softSell: false, companyImages: null, background: null, newId: () => 'id' }
  expect(isVideoProject({ slides: [composeMultiPhotoVideo({ ...NO_TEXTS, title: 'go', lines: ['keep going'] }, place)] })).toBe(true)
})
