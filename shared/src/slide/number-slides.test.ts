import { describe, expect, it } from 'vitest'
import { applyEdit } from './edit.ts'
import type { SlideDocument } from './edit.ts'
import { newSlide } from './edit-slides.ts'
import { mergeDocuments } from './merge.ts'
import { slideSchema } from './model.ts'
import { newPageNumber, newShapeBox } from './new-box.ts'

const doc: SlideDocument = applyEdit(
  {
    title: 'Numbered',
    slides: ['s1', 's2', 's3'].map((id) =>
      slideSchema.parse({ id, textBoxes: [newPageNumber('n')], shapeBoxes: [newShapeBox('dots', 'progress')] }),
    ),
  },
  { type: 'set-title', title: 'Numbers' },
)
const numbersOf = ({ slides }: SlideDocument): string[] => slides.map((slide) => slide.textBoxes[0]?.text ?? '')
const dotsOf = ({ slides }: SlideDocument): string[] => slides.map(({ shapeBoxes: [dots] = [] }) => `${dots?.step} of ${dots?.steps}`)

describe('page numbers and progress dots', () => {
  it('follow the order and the number of slides', () => {
    expect(numbersOf(doc)).toEqual(['1/3', '2/3', '3/3'])
    const moved = applyEdit(doc, { type: 'move-slides', slideIds: ['s3'], to: 0 })
    expect(moved.slides.map(({ id }) => id)).toEqual(['s3', 's1', 's2'])
    expect([numbersOf(moved), dotsOf(moved)]).toEqual([numbersOf(doc), dotsOf(doc)])
    const fewer = applyEdit(doc, { type: 'delete-slides', slideIds: ['s1'] })
    expect(numbersOf(fewer)).toEqual(['1/2', '2/2'])
    expect(dotsOf(fewer)).toEqual(['1 of 2', '2 of 2'])
  })

  it('are texts once a user types over them', () => {
    const typed = applyEdit(doc, { type: 'set-text', slideId: 's2', boxId: 'n', text: 'two' })
    const fewer = applyEdit(typed, { type: 'delete-slides', slideIds: ['s1'] })
    expect(numbersOf(fewer)).toEqual(['two', '2/2'])
    expect(fewer.slides[0]?.textBoxes[0]).not.toHaveProperty('pageNumber')
  })

  it('make no conflict of two sides that add or delete slides', () => {
    const mine = applyEdit(doc, { type: 'add-slides', slides: [newSlide('s4', 4)] })
    const theirs = applyEdit(doc, { type: 'delete-slides', slideIds: ['s1'] })
    const { merged, overlaps } = mergeDocuments({ base: doc, mine, theirs })
    expect(overlaps).toEqual([])
    expect(numbersOf(merged)).toEqual(['1/3', '2/3', ''])
    expect(dotsOf(merged)).toEqual(['1 of 3', '2 of 3', 'undefined of undefined'])
  })
})
