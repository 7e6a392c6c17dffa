import { slideSchema } from '@ninesixteen/shared/slide/model'
import { describe, expect, it } from 'vitest'
import { typeOfRecent } from './use-opened-recent.ts'

const slide = (title: string, boxes: number) =>
  slideSchema.parse({ id: title || 's', title, textBoxes: Array.from({ length: boxes }, (_, index) => ({ id: `${index}`, text: 'x' })) })

describe('the type of the form for a saved slideshow', () => {
  it.each([
    ['one slide called a video', [slide('My Video', 3)], 'multi-photo-video'],
    ['one slide called motivational', [slide('Motivational quote', 2)], 'multi-photo-video'],
    ['one slide with a single text box', [slide('', 1)], 'multi-photo-video'],
    ['one slide with two text boxes', [slide('', 2)], 'directly-personal'],
    ['two slides, one called a video', [slide('video', 1), slide('b', 1)], 'directly-personal'],
  ] as const)('%s', (_name, slides, type) => {
    expect(typeOfRecent({ contentType: 'directly-personal', slides })).toBe(type)
  })

  it('is a list for a video that has several slides', () => {
    expect(typeOfRecent({ contentType: 'multi-photo-video', slides: [slide('a', 1), slide('b', 1)] })).toBe('numbered-list')
  })

  it('stays custom for custom slides', () => {
    expect(typeOfRecent({ contentType: 'custom', slides: [slide('', 1)] })).toBe('custom')
  })
})
