import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdit } from './edit.ts'
import type { Edit, SlideDocument } from './edit.ts'
import { newSlide } from './edit-slides.ts'
import { mergeDocuments } from './merge.ts'
import { sameData } from './same-data.ts'
import { imageBoxSchema, slidesSchema, textBoxSchema } from './model.ts'
import { arbitraryEdit, sampleDocument } from './testing/arbitrary-edits.ts'

const base = sampleDocument()

function after(...edits: Edit[]): SlideDocument {
  return edits.reduce(applyEdit, base)
}

const text = (slideId: string, boxId: string, to: string): Edit => ({ type: 'set-text', slideId, boxId, text: to })

describe('mergeDocuments', () => {
  it('joins edits of different slides, boxes and fields', () => {
    const mine = after(text('s1', 'b1', 'mine'), { type: 'set-levels', slideIds: ['s2'], brightness: 3 })
    const theirs = after(
      text('s1', 'b2', 'theirs'),
      { type: 'set-levels', slideIds: ['s2'], contrast: 4 },
      { type: 'set-title', title: 'new name' },
    )
    const { merged, overlaps } = mergeDocuments({ base, mine, theirs })
    expect(overlaps).toEqual([])
    expect(merged.title).toBe('new name')
    expect(merged.slides[0]?.textBoxes.map((box) => box.text)).toEqual(['mine', 'theirs'])
    expect(merged.slides[1]).toMatchObject({ brightness: 3, contrast: 4 })
  })

  it('keeps at most 40 texts and 40 images of a slide', () => {
    const side = (name: string) => {
      const ids = Array.from({ length: 30 }, (_, index) => `${name}${index}`)
      const textBoxes = ids.map((id) => textBoxSchema.parse({ id }))
      const imageBoxes = ids.map((id) => imageBoxSchema.parse({ id: `i${id}`, imageUrl: 'user-1/1700000000000_abc.jpg' }))
      return after({ type: 'add-boxes', slideId: 's1', textBoxes, imageBoxes })
    }
    const { merged } = mergeDocuments({ base, mine: side('a'), theirs: side('b') })
    expect(merged.slides[0]?.textBoxes).toHaveLength(40)
    expect(merged.slides[0]?.imageBoxes).toHaveLength(40)
    expect(slidesSchema.safeParse(merged.slides).success).toBe(true)
  })

  it('reports a box that both sides changed and keeps the preferred one', () => {
    const docs = { base, mine: after(text('s1', 'b1', 'mine')), theirs: after(text('s1', 'b1', 'theirs')) }
    expect(mergeDocuments(docs).overlaps).toEqual([{ kind: 'box', slideId: 's1', boxId: 'b1' }])
    expect(mergeDocuments(docs).merged.slides[0]?.textBoxes[0]?.text).toBe('mine')
    expect(mergeDocuments(docs, 'theirs').merged.slides[0]?.textBoxes[0]?.text).toBe('theirs')
  })

  it.each<[string, Edit, Edit]>([
    ['brightness', { type: 'set-levels', slideIds: ['s1'], brightness: 3 }, { type: 'set-levels', slideIds: ['s1'], brightness: 4 }],
    [
      'textStyle',
      { type: 'set-text-style', slideIds: ['s1'], style: 'black-bg' },
      { type: 'set-text-style', slideIds: ['s1'], style: 'white-bg' },
    ],
  ])('reports the %s of a slide that both sides changed and keeps the preferred one', (field, one, two) => {
    const docs = { base, mine: after(one), theirs: after(two) }
    expect(mergeDocuments(docs).overlaps).toEqual([{ kind: 'slide-field', slideId: 's1', field }])
    expect(mergeDocuments(docs).merged).toEqual(docs.mine)
    expect(mergeDocuments(docs, 'theirs').merged).toEqual(docs.theirs)
  })

  it('joins the alt text of one side with a text of the other', () => {
    const mine = after({ type: 'style-slides', slideIds: ['s1'], style: { altText: 'A street' } })
    const { merged, overlaps } = mergeDocuments({ base, mine, theirs: after(text('s1', 'b1', 'theirs')) })
    expect(overlaps).toEqual([])
    expect(merged.slides[0]).toMatchObject({ altText: 'A street', textBoxes: [{ text: 'theirs' }, { text: 'second' }] })
  })

  it('reports a title that both sides changed and keeps the preferred one', () => {
    const docs = { base, mine: after({ type: 'set-title', title: 'mine' }), theirs: after({ type: 'set-title', title: 'theirs' }) }
    expect(mergeDocuments(docs)).toEqual({ merged: docs.mine, overlaps: [{ kind: 'title' }] })
    expect(mergeDocuments(docs, 'theirs').merged).toEqual(docs.theirs)
  })

  it('reports more slides than fit and keeps those of the preferred side', () => {
    const side = (name: string) =>
      after(...Array.from({ length: 20 }, (_, index): Edit => ({ type: 'add-slides', slides: [newSlide(`${name}${index}`, index)] })))
    const docs = { base, mine: side('m'), theirs: side('t') }
    expect(mergeDocuments(docs)).toEqual({ merged: docs.mine, overlaps: [{ kind: 'too-many-slides' }] })
    expect(mergeDocuments(docs, 'theirs').merged).toEqual(docs.theirs)
  })

  it('reports a slide that one side deleted and the other changed', () => {
    const docs = { base, mine: after({ type: 'delete-slides', slideIds: ['s2'] }), theirs: after(text('s2', 'b1', 'theirs')) }
    expect(mergeDocuments(docs).overlaps).toEqual([{ kind: 'slide-deleted', slideId: 's2', by: 'mine' }])
    expect(mergeDocuments(docs).merged.slides).toHaveLength(2)
    expect(mergeDocuments(docs, 'theirs').merged.slides).toHaveLength(3)
  })

  it('keeps the slides that both sides added next to their neighbours', () => {
    const mine = after({ type: 'add-slides', slides: [newSlide('s4', 4)], after: 's1' })
    const theirs = after({ type: 'add-slides', slides: [newSlide('s5', 4)], after: 's2' }, { type: 'delete-slides', slideIds: ['s3'] })
    const { merged, overlaps } = mergeDocuments({ base, mine, theirs })
    expect(overlaps).toEqual([])
    expect(merged.slides.map((slide) => slide.id)).toEqual(['s1', 's4', 's2', 's5'])
  })

  it('reports different orders of the slides', () => {
    const mine = after({ type: 'move-slides', slideIds: ['s3'], to: 0 })
    const theirs = after({ type: 'move-slides', slideIds: ['s2'], to: 0 })
    expect(mergeDocuments({ base, mine, theirs }).overlaps).toEqual([{ kind: 'slide-order' }])
  })

  it('keeps what both sides added under the same id', () => {
    const mine = after({ type: 'add-slides', slides: [{ ...newSlide('s4', 4), title: 'mine' }] })
    const theirs = after({ type: 'add-slides', slides: [{ ...newSlide('s4', 4), title: 'theirs' }] })
    expect(mergeDocuments({ base, mine, theirs }).overlaps.length).toBeGreaterThan(0)
  })

  it('reports deletions that together leave no slide', () => {
    const two = { ...base, slides: base.slides.slice(0, 2) }
    const mine = applyEdit(two, { type: 'delete-slides', slideIds: ['s1'] })
    const theirs = applyEdit(two, { type: 'delete-slides', slideIds: ['s2'] })
    const { merged, overlaps } = mergeDocuments({ base: two, mine, theirs })
    expect(overlaps).toEqual([{ kind: 'too-many-slides' }])
    expect(merged.slides.map((slide) => slide.id)).toEqual(['s2'])
  })
})

describe('any two sides', () => {
  const edits = fc.array(arbitraryEdit, { maxLength: 8 })

  it('merge into a valid document; a single side’s changes stay as they are', () => {
    fc.assert(
      fc.property(edits, edits, (one, two) => {
        const mine = after(...one)
        const theirs = after(...two)
        slidesSchema.parse(mergeDocuments({ base, mine, theirs }).merged.slides)
        expect(sameData(mergeDocuments({ base, mine, theirs: base }).merged, mine)).toBe(true)
        expect(sameData(mergeDocuments({ base, mine: base, theirs }).merged, theirs)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('lose no text of either side without an overlap', () => {
    const write = fc.record({ slideId: fc.constantFrom('s1', 's2', 's3'), boxId: fc.constantFrom('b1', 'b2') })
    fc.assert(
      fc.property(fc.array(write, { maxLength: 5 }), fc.array(write, { maxLength: 5 }), (one, two) => {
        const mine = after(...one.map((at) => text(at.slideId, at.boxId, 'mine')))
        const theirs = after(...two.map((at) => text(at.slideId, at.boxId, 'theirs')))
        const { merged, overlaps } = mergeDocuments({ base, mine, theirs })
        const lost = two.filter((at) => boxText(merged, at) !== 'theirs')
        for (const at of lost) expect(overlaps).toContainEqual({ kind: 'box', ...at })
        for (const at of one) expect(boxText(merged, at)).toBe('mine')
      }),
      { numRuns: 200 },
    )
  })
})

function boxText(doc: SlideDocument, at: { slideId: string; boxId: string }): string | undefined {
  return doc.slides.find((slide) => slide.id === at.slideId)?.textBoxes.find((box) => box.id === at.boxId)?.text
}
