import { describe, expect, it, test } from 'vitest'
import { applyEdit, GLOBAL_FONT_SIZE } from './edit.ts'
import type { Edit } from './edit.ts'
import { copySlides, slideAfterDelete } from './edit-slides.ts'
import { endGesture, mapHistory, recordStep, redo, replacePresent, startHistory, undo } from './history.ts'
import { slideSchema } from './model.ts'

const PATH = 'user-1/1700000000000_abc.jpg'
const slideOf = (id: string, rest: object = {}) => slideSchema.parse({ id, title: id, textBoxes: [{ id: 'a', text: 'a' }], ...rest })
const doc = { title: 'Document', slides: ['s1', 's2', 's3'].map((id) => slideOf(id)) }
const order = (edit: Edit): string =>
  applyEdit(doc, edit)
    .slides.map(({ id }) => id)
    .join(' ')

describe('an edit that changes nothing or is refused returns the same document', () => {
  it.each<Edit>([
    { type: 'set-title', title: ' Document ' },
    { type: 'set-title', title: '   ' },
    { type: 'set-background', slideIds: ['s1', 's2'], path: null },
    { type: 'set-text-style', slideIds: ['s1'], style: 'outline' },
    { type: 'set-levels', slideIds: ['s1'], brightness: 0 },
    { type: 'set-font-size', fontSize: 8 },
    { type: 'set-logo', slideIds: ['s1'], path: null },
    { type: 'add-slides', slides: [slideOf('s2')] },
    { type: 'delete-slides', slideIds: ['s9'] },
    { type: 'move-slides', slideIds: ['s1'], to: -4 },
    { type: 'move-slides', slideIds: ['s3'], to: 9 },
    { type: 'move-slides', slideIds: ['s9'], to: 0 },
    { type: 'style-boxes', slideId: 's9', refs: ['a'], style: { fontSize: 12 } },
    { type: 'style-boxes', slideId: 's1', refs: ['a'], style: { opacity: 1, rotation: 0, align: 'center', italic: false, font: null } },
    { type: 'style-texts', slideIds: ['s1', 's2'], style: { textColor: null, letterSpacing: 0, lineHeight: NaN } },
    { type: 'style-slides', slideIds: ['s1', 's2', 's3'], style: { backdrop: null, photoEffects: null } },
  ])('%o', (edit) => {
    expect(applyEdit(doc, edit)).toBe(doc)
  })
})

describe('the background', () => {
  const placed = { fit: 'fill', x: 0, y: 0.5, zoom: 2, flip: false, turns: 0 } as const
  const set: Edit = { type: 'style-slides', slideIds: ['s1'], style: { photoPlacement: placed, photoEffects: { blur: 2 } } }

  it('is set and reset on the named slides only', () => {
    const styled = applyEdit(doc, set)
    expect(styled.slides[0]).toMatchObject({ photoPlacement: placed, photoEffects: { blur: 2 } })
    expect(styled.slides[1]).toBe(doc.slides[1])
    const style = { photoPlacement: null, photoEffects: null }
    expect(applyEdit(styled, { type: 'style-slides', slideIds: ['s1'], style })).toEqual(doc)
  })

  it('leaves the alt text of the slide alone', () => {
    const described = applyEdit(doc, { type: 'style-slides', slideIds: ['s1'], style: { altText: 'A street' } })
    const [slide] = applyEdit(applyEdit(described, set), { type: 'set-background', slideIds: ['s1'], path: PATH }).slides
    expect(slide?.altText).toBe('A street')
    expect(applyEdit(described, { type: 'style-slides', slideIds: ['s1'], style: { altText: null } })).toEqual(doc)
  })

  it('centers a new photo and keeps the effects of the slide', () => {
    const [slide] = applyEdit(applyEdit(doc, set), { type: 'set-background', slideIds: ['s1'], path: PATH }).slides
    expect(slide).toMatchObject({ backgroundImage: PATH, photoEffects: { blur: 2 } })
    expect(slide).not.toHaveProperty('photoPlacement')
  })
})

test('a style for all texts changes every text of the slides', () => {
  const { slides } = applyEdit(doc, { type: 'style-texts', slideIds: ['s1', 's3'], style: { textColor: '#ff0000', lineHeight: 9 } })
  expect(slides.map(({ textBoxes: [box] }) => [box?.textColor, box?.lineHeight])).toEqual([
    ['#ff0000', 2.5],
    [undefined, undefined],
    ['#ff0000', 2.5],
  ])
})

describe('slides', () => {
  it.each<[Edit, string]>([
    [{ type: 'add-slides', slides: [slideOf('n')] }, 's1 s2 s3 n'],
    [{ type: 'add-slides', slides: [slideOf('n')], after: 's1' }, 's1 n s2 s3'],
    [{ type: 'add-slides', slides: [slideOf('n')], after: 's9' }, 's1 s2 s3 n'],
    [{ type: 'move-slides', slideIds: ['s1'], to: 1 }, 's2 s1 s3'],
    [{ type: 'move-slides', slideIds: ['s1'], to: 2.9 }, 's2 s3 s1'],
    [{ type: 'move-slides', slideIds: ['s3'], to: 0 }, 's3 s1 s2'],
    [{ type: 'move-slides', slideIds: ['s2'], to: 50 }, 's1 s3 s2'],
    [{ type: 'delete-slides', slideIds: ['s2'] }, 's1 s3'],
    [{ type: 'add-slides', slides: [slideOf('n'), slideOf('s2'), slideOf('n'), slideOf('m')], after: 's1' }, 's1 n m s2 s3'],
    [{ type: 'move-slides', slideIds: ['s3', 's1'], to: 0 }, 's1 s3 s2'],
    [{ type: 'move-slides', slideIds: ['s1', 's2'], to: 1 }, 's3 s1 s2'],
    [{ type: 'move-slides', slideIds: ['s1', 's2'], to: 9 }, 's3 s1 s2'],
    [{ type: 'delete-slides', slideIds: ['s3', 's1', 's9'] }, 's2'],
    [{ type: 'delete-slides', slideIds: ['s1', 's2', 's3'] }, 's1 s2 s3'],
  ])('%o: %s', (edit, expected) => {
    expect(order(edit)).toBe(expected)
  })

  it('are at most 35', () => {
    const full = { ...doc, slides: Array.from({ length: 34 }, (_, index) => slideOf(`f${index}`)) }
    const one = applyEdit(full, { type: 'add-slides', slides: [slideOf('n'), slideOf('o')], after: 'f0' })
    expect(one.slides).toHaveLength(35)
    expect(one.slides[1]?.id).toBe('n')
    expect(applyEdit(one, { type: 'add-slides', slides: [slideOf('m')] })).toBe(one)
  })

  it('are copied completely', () => {
    expect(copySlides(doc.slides.slice(1, 2), () => 'n')).toEqual([{ ...slideOf('s2'), id: 'n' }])
  })

  it('show the previous one after a deletion, else the new first one', () => {
    expect(['s1', 's2', 's3'].map((id) => slideAfterDelete(doc.slides, [id]))).toEqual(['s2', 's1', 's2'])
    expect(slideAfterDelete(doc.slides, ['s3', 's2'])).toBe('s1')
    expect(slideAfterDelete(doc.slides.slice(0, 1), ['s1'])).toBeNull()
  })
})

test('a new logo keeps the place of the old one; removing the logo removes its place', () => {
  const place = { x: 1, y: 2, width: 60, height: 40 }
  const slides = [slideOf('s1', { logoImage: PATH, logoPosition: place })]
  const set = (path: string | null) => applyEdit({ ...doc, slides }, { type: 'set-logo', slideIds: ['s1'], path }).slides[0]
  expect(set('user-1/2_b.png')).toMatchObject({ logoImage: 'user-1/2_b.png', logoPosition: place })
  expect(set(null)).toMatchObject({ logoImage: null, logoPosition: null })
})

test('the size of all texts is 4 to 20 and starts at 10', () => {
  const sizes = (fontSize: number) =>
    applyEdit(doc, { type: 'set-font-size', fontSize }).slides.map((slide) => slide.textBoxes[0]?.fontSize)
  expect([sizes(12), sizes(2), sizes(50)]).toEqual([
    [12, 12, 12],
    [4, 4, 4],
    [20, 20, 20],
  ])
  expect(GLOBAL_FONT_SIZE).toBe(10)
})

test('a title is trimmed and cut to 300 characters', () => {
  expect(applyEdit(doc, { type: 'set-title', title: `  ${'t'.repeat(301)}` }).title).toBe('t'.repeat(300))
})

test('levels are whole numbers, and a level that is not set stays', () => {
  const [slide] = applyEdit(doc, { type: 'set-levels', slideIds: ['s1'], contrast: 2.6 }).slides
  expect(slide).toMatchObject({ brightness: 0, contrast: 3 })
})

describe('history', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, index) => index + 1).reduce((history, value) => recordStep(history, value), startHistory(0))

  it('records no step for an unchanged state', () => {
    const history = steps(1)
    expect(recordStep(history, 1)).toBe(history)
  })

  it('goes back at most 20 steps', () => {
    expect(steps(25).past).toEqual(Array.from({ length: 20 }, (_, index) => index + 5))
    expect(undo(startHistory(0))).toEqual(startHistory(0))
    expect(redo(steps(3))).toEqual(steps(3))
  })

  it('redoes undone steps one by one and keeps 20', () => {
    const back = undo(undo(steps(21)))
    expect(back).toMatchObject({ present: 19, future: [20, 21] })
    const again = redo(redo(back))
    expect(again).toMatchObject({ present: 21, future: [] })
    expect(again.past).toHaveLength(20)
  })

  it('starts a new step after a gesture ends', () => {
    const dragged = recordStep(recordStep(startHistory(0), 1, 'drag'), 2, 'drag')
    expect(recordStep(endGesture(dragged), 3, 'drag').past).toEqual([0, 2])
    expect(recordStep(undo(dragged), 3, 'drag').past).toEqual([0])
    const still = startHistory(0)
    expect(endGesture(still)).toBe(still)
  })

  it('applies a remote change to every state, and a change of view only to the present', () => {
    const history = undo(steps(2))
    expect(mapHistory(history, (value) => value * 10)).toMatchObject({ past: [0], present: 10, future: [20] })
    expect(replacePresent(history, 7)).toMatchObject({ past: [0], present: 7, future: [2] })
  })
})
