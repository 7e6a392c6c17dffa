import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listBoxes, LOGO_REF } from './box.ts'
import { applyEdit } from './edit.ts'
import type { Edit, SlideDocument } from './edit.ts'
import { newSlide, slideAfterDelete } from './edit-slides.ts'
import { HISTORY_LIMIT, recordStep, redo, startHistory, undo } from './history.ts'
import type { History } from './history.ts'
import { slidesSchema } from './model.ts'
import type { Slide } from './model.ts'
import { arbitraryEdit, sampleDocument } from './testing/arbitrary-edits.ts'

const PATH = 'user-1/1700000000000_abc.jpg'

function slideOf(doc: SlideDocument, id: string): Slide {
  const slide = doc.slides.find((other) => other.id === id)
  if (!slide) throw new Error(`no slide ${id}`)
  return slide
}

function edited(edit: Edit, doc = sampleDocument()): SlideDocument {
  return applyEdit(doc, edit)
}

describe('applyEdit', () => {
  it('adds an empty slide titled "Slide N+1" at the end', () => {
    const { slides } = edited({ type: 'add-slides', slides: [newSlide('s4', 4)] })
    expect(slides.at(-1)).toMatchObject({ id: 's4', title: 'Slide 4', textBoxes: [], imageBoxes: [] })
  })

  it('refuses to delete the only slide', () => {
    const one = { title: 'one', slides: sampleDocument().slides.slice(0, 1) }
    expect(applyEdit(one, { type: 'delete-slides', slideIds: ['s1'] })).toBe(one)
  })

  it.each([
    ['s1', 's2'],
    ['s2', 's1'],
    ['s3', 's2'],
  ])('after deleting %s shows %s', (deleted, shown) => {
    expect(slideAfterDelete(sampleDocument().slides, [deleted])).toBe(shown)
  })

  it('does not save empty text', () => {
    const doc = sampleDocument()
    expect(applyEdit(doc, { type: 'set-text', slideId: 's1', boxId: 'b1', text: ' \n ' })).toBe(doc)
  })

  it('holds text boxes at 50 x 30 or more and fonts between 4 and 20', () => {
    const doc = edited({ type: 'set-frames', slideId: 's1', frames: { b1: { width: 3, height: 3, fontSize: 90 } } })
    expect(slideOf(doc, 's1').textBoxes[0]).toMatchObject({ width: 50, height: 30, fontSize: 20 })
  })

  it('moves several boxes at once and keeps a part of each on the slide', () => {
    const doc = edited({ type: 'move-boxes', slideId: 's2', refs: ['b1', 'i1'], dx: 5000, dy: 10 })
    const slide = slideOf(doc, 's2')
    expect(slide.textBoxes[0]).toMatchObject({ x: 240, y: 130 })
    expect(slide.imageBoxes[0]).toMatchObject({ x: 240, y: 110 })
    expect(slide.textBoxes[1]?.x).toBe(38)
  })

  it('gives the logo its default place when it is first moved, and removes it', () => {
    const moved = edited({ type: 'move-boxes', slideId: 's3', refs: [LOGO_REF], dx: 1, dy: 1 })
    expect(slideOf(moved, 's3').logoPosition).toEqual({ x: 29, y: 291, width: 200, height: 50 })
    const gone = applyEdit(moved, { type: 'delete-boxes', slideId: 's3', refs: [LOGO_REF] })
    expect(slideOf(gone, 's3')).toMatchObject({ logoImage: null, logoPosition: null })
  })

  it('holds brightness and contrast between -10 and 10', () => {
    const doc = edited({ type: 'set-levels', slideIds: ['s1', 's2'], brightness: 99, contrast: -99 })
    expect(doc.slides.map(({ brightness, contrast }) => [brightness, contrast])).toEqual([
      [10, -10],
      [10, -10],
      [0, 0],
    ])
  })

  it('changes the stacking order of boxes', () => {
    const ids = (doc: SlideDocument): string[] => listBoxes(slideOf(doc, 's1')).map(({ ref }) => ref)
    const front = edited({ type: 'order-boxes', slideId: 's1', refs: ['b1'], to: 'forward' })
    expect(ids(front)).toEqual(['b2', 'b1'])
    expect(ids(applyEdit(front, { type: 'order-boxes', slideId: 's1', refs: ['b1'], to: 'back' }))).toEqual(['b1', 'b2'])
  })

  it('leaves everything else untouched, so that unchanged slides need no redraw', () => {
    const doc = sampleDocument()
    const next = applyEdit(doc, { type: 'set-background', slideIds: ['s2'], path: PATH })
    expect(next.slides[0]).toBe(doc.slides[0])
    expect(next.slides[1]).not.toBe(doc.slides[1])
    expect(applyEdit(next, { type: 'set-background', slideIds: ['s2'], path: PATH })).toBe(next)
  })

  it('resets the placement of a photo that is removed', () => {
    const placement = { fit: 'fill', x: 0.5, y: 0.5, zoom: 2, flip: false, turns: 0 } as const
    const edits: Edit[] = [
      { type: 'set-background', slideIds: ['s2'], path: PATH },
      { type: 'style-slides', slideIds: ['s2'], style: { photoPlacement: placement } },
      { type: 'set-background', slideIds: ['s2'], path: null },
    ]
    const slide = edits.reduce(applyEdit, sampleDocument()).slides[1]
    expect(slide?.backgroundImage).toBeNull()
    expect(slide).not.toHaveProperty('photoPlacement')
  })
})

function run(edits: readonly Edit[]): { history: History<SlideDocument>; steps: SlideDocument[] } {
  let history = startHistory(sampleDocument())
  const steps = [history.present]
  for (const edit of edits) {
    const next = applyEdit(history.present, edit)
    if (next === history.present) continue
    history = recordStep(history, next)
    steps.push(next)
  }
  return { history, steps }
}

function repeat<S>(history: History<S>, step: (history: History<S>) => History<S>): History<S> {
  const next = step(history)
  return next === history ? history : repeat(next, step)
}

describe('any sequence of edits', () => {
  it('reaches valid documents only', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEdit, { maxLength: 30 }), (edits) => {
        const { history } = run(edits)
        slidesSchema.parse(history.present.slides)
        expect(history.present.title.length).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })

  it('is undone to the start and redone to the end in at most 20 steps', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.array(arbitraryEdit, { maxLength: 40, size: 'max' }), (edits) => {
        const { history, steps } = run(edits)
        expect(history.past.length).toBeLessThanOrEqual(HISTORY_LIMIT)
        const back = repeat(history, undo)
        expect(back.present).toBe(steps[Math.max(0, steps.length - 1 - HISTORY_LIMIT)])
        expect(back.future.length).toBe(Math.min(HISTORY_LIMIT, steps.length - 1))
        const forth = repeat(back, redo)
        expect(forth.present).toBe(steps.at(-1))
      }),
      { numRuns: 10_000 },
    )
  })

  it('discards the steps to redo with the next edit', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEdit, { maxLength: 10 }), (edits) => {
        const { history } = run(edits)
        const other = recordStep(undo(history), { title: 'another way', slides: history.present.slides })
        expect(other.future).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

describe('history', () => {
  it('records one step for one gesture', () => {
    let history = startHistory(0)
    for (const value of [1, 2, 3]) history = recordStep(history, value, 'drag-1')
    history = recordStep(history, 4, 'drag-2')
    expect(history.past).toEqual([0, 3])
    expect(undo(undo(history)).present).toBe(0)
  })
})
