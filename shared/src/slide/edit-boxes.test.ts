import { describe, expect, it, test } from 'vitest'
import { findBox, LOGO_REF, listBoxes, nameBox, restack } from './box.ts'
import { addBoxes, deleteBoxes, moveBoxes, orderBoxes, setFrames, setText, styleBoxes } from './edit-boxes.ts'
import { imageBoxSchema, slideSchema, textBoxSchema } from './model.ts'
import type { Slide } from './model.ts'
import { newShapeBox } from './new-box.ts'

const PATH = 'user-1/1700000000000_abc.jpg'
const textBox = (id: string, rest: object = {}) => textBoxSchema.parse({ id, text: `text of ${id}`, ...rest })
const imageBox = (id: string, rest: object = {}) => imageBoxSchema.parse({ id, imageUrl: PATH, ...rest })
const slide = slideSchema.parse({
  id: 's',
  textBoxes: ['a', 'b', 'c', 'd'].map((id) => textBox(id)),
  imageBoxes: ['i', 'j'].map((id) => imageBox(id)),
  logoImage: PATH,
})
const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('')

describe('an edit that changes nothing returns the same slide, so that there is no step to undo', () => {
  it.each([
    ['the text that stands there', () => setText(slide, 'a', 'text of a')],
    ['the text of a box that is gone', () => setText(slide, 'x', 'new')],
    ['the frame as it is', () => setFrames(slide, { a: { x: 38 }, i: { y: 100 } })],
    ['the frame of a box that is gone', () => setFrames(slide, { x: { x: 1 } })],
    ['a step of nothing', () => moveBoxes(slide, ['a', 'i'], { dx: 0, dy: 0 })],
    ['boxes that are gone', () => deleteBoxes(slide, ['x'])],
    ['no boxes', () => deleteBoxes(slide, [])],
    ['no new boxes', () => addBoxes(slide, { textBoxes: [], imageBoxes: [] })],
    ['boxes that are there already', () => addBoxes(slide, { textBoxes: [textBox('a')], imageBoxes: [imageBox('i')] })],
    ['the style they have', () => styleBoxes(slide, ['a', 'i'], { fontSize: 8, fontWeight: 400, color: 'white', opacity: 1 })],
    ['a style of no box', () => styleBoxes(slide, [], { fontSize: 12, opacity: 0.5 })],
    ['the front of what is in front', () => orderBoxes(slide, ['d'], 'front')],
    ['one further than the front', () => orderBoxes(slide, ['d'], 'forward')],
    ['the order of a box that is gone', () => orderBoxes(slide, ['x'], 'back')],
  ])('%s', (_, edit) => {
    expect(edit()).toBe(slide)
  })

  it('the logo of a slide without one', () => {
    const bare = { ...slide, logoImage: null }
    expect(deleteBoxes(bare, [LOGO_REF])).toBe(bare)
  })
})

describe('the order of boxes', () => {
  it.each([
    [['b'], 'forward', 'acbd'],
    [['b'], 'backward', 'bacd'],
    [['b'], 'front', 'acdb'],
    [['c'], 'back', 'cabd'],
    [['a', 'b'], 'forward', 'cabd'],
    [['c', 'd'], 'forward', 'abcd'],
    [['c', 'd'], 'backward', 'acdb'],
    [['a', 'c'], 'front', 'bdac'],
    [['b', 'd'], 'back', 'bdac'],
  ] as const)('%o %s: %s', (refs, to, expected) => {
    const ordered = orderBoxes(slide, refs, to)
    const texts = listBoxes(ordered).filter(({ kind }) => kind === 'text')
    expect(texts.map(({ ref }) => ref).join('')).toBe(expected)
  })

  it('spans all kinds and is stored only if it differs from the order of the kinds', () => {
    const raised = orderBoxes(slide, ['i'], 'front')
    expect(listBoxes(raised).map(({ ref }) => ref)).toEqual(['j', LOGO_REF, 'a', 'b', 'c', 'd', 'i'])
    expect(raised.layers).toHaveLength(7)
    const lowered = orderBoxes(raised, ['j', 'i'], 'back')
    expect(listBoxes(lowered).map(({ ref }) => ref)).toEqual(['j', 'i', LOGO_REF, 'a', 'b', 'c', 'd'])
    expect(orderBoxes(lowered, ['i'], 'back')).toEqual(slide)
  })

  it('puts new boxes in front of those that are stacked', () => {
    const added = addBoxes(orderBoxes(slide, ['i'], 'front'), { shapeBoxes: [newShapeBox('s', 'line')] })
    expect(listBoxes(added).at(-1)?.ref).toBe('s')
    expect(restack(deleteBoxes(added, ['i', 's']))).toEqual(deleteBoxes(slide, ['i']))
  })

  it('leaves the names of boxes alone', () => {
    const names = (of: Slide) => ['i', 'j', 'a', 'd'].map((ref) => nameBox(of, ref))
    expect(names(orderBoxes(orderBoxes(slide, ['i'], 'front'), ['d'], 'back'))).toEqual(names(slide))
  })
})

describe('setting styles', () => {
  it('changes only the set fields of the named boxes, within their limits', () => {
    const next = styleBoxes(slide, ['a', 'i'], { fontSize: 14, opacity: 0.4 })
    expect(next.textBoxes[0]).toEqual({ ...slide.textBoxes[0], fontSize: 14, opacity: 0.4 })
    expect(next.imageBoxes[0]).toEqual({ ...slide.imageBoxes[0], opacity: 0.4 })
    expect([next.textBoxes[1], next.imageBoxes[1]]).toEqual([slide.textBoxes[1], slide.imageBoxes[1]])
    const bold = styleBoxes(slide, ['a', 'i'], { fontWeight: 700, color: '#ff0000' })
    expect(bold.textBoxes[0]).toEqual({ ...slide.textBoxes[0], fontWeight: 700, color: '#ff0000' })
    expect(bold.imageBoxes).toBe(slide.imageBoxes)
    const outside = styleBoxes(slide, ['a', 'i', 'j'], { fontSize: 99, opacity: -3 })
    expect([outside.textBoxes[0]?.fontSize, outside.imageBoxes[1]?.opacity]).toEqual([64, 0])
    expect(styleBoxes(slide, ['a'], { fontSize: 1 }).textBoxes[0]?.fontSize).toBe(4)
    expect(styleBoxes({ ...slide, imageBoxes: [imageBox('i', { opacity: 0.5 })] }, ['i'], { opacity: 7 }).imageBoxes[0]?.opacity).toBe(1)
  })
})

describe('deleting and adding', () => {
  it('deletes images and texts, and the logo only when it is selected', () => {
    const next = deleteBoxes(slide, ['b', 'i'])
    expect([ids(next.textBoxes), ids(next.imageBoxes), next.logoImage]).toEqual(['acd', 'j', PATH])
    expect(ids(deleteBoxes(slide, ['j']).imageBoxes)).toBe('i')
    expect(deleteBoxes(slide, [LOGO_REF])).toEqual({ ...slide, logoImage: null, logoPosition: null })
  })

  it('adds boxes in front: at most 40 of a kind, each once and within the limits', () => {
    const many = Array.from({ length: 50 }, (_, index) => index)
    const textBoxes = many.map((number) => textBox(`t${number}`, { width: 1, text: 'x' }))
    const imageBoxes = many.map((number) => imageBox(`p${number}`))
    const next = addBoxes(slide, { textBoxes: [textBox('n'), textBox('n'), ...textBoxes], imageBoxes })
    expect([next.textBoxes.length, next.imageBoxes.length]).toEqual([40, 40])
    expect(ids(next.textBoxes).startsWith('abcdnt0t1')).toBe(true)
    expect(next.textBoxes[5]).toMatchObject({ width: 50, text: 'x' })
    expect(ids(addBoxes(slide, { textBoxes: [], imageBoxes: [imageBox('k')] }).imageBoxes)).toBe('ijk')
  })
})

test.each([
  [2000, 2000],
  [2001, 2000],
])('cuts a text of %i characters to %i', (length, expected) => {
  expect(setText(slide, 'a', 'x'.repeat(length)).textBoxes[0]?.text).toHaveLength(expected)
})

test('never cuts a text inside a character of two code units', () => {
  const text = setText(slide, 'a', `${'x'.repeat(1999)}😀y`).textBoxes[0]?.text
  expect(text).toBe('x'.repeat(1999))
  expect(setText(slide, 'a', `${'x'.repeat(1998)}😀y`).textBoxes[0]?.text).toBe(`${'x'.repeat(1998)}😀`)
})

test('ignores frames that are not numbers and font sizes of images', () => {
  expect(setFrames(slide, { a: { x: Number.NaN, y: Number.POSITIVE_INFINITY } })).toBe(slide)
  expect(setFrames(slide, { i: { fontSize: 12 } })).toBe(slide)
  expect(setFrames(slide, { a: { fontSize: 12 } }).textBoxes[0]).toEqual({ ...slide.textBoxes[0], fontSize: 12 })
})

test('lists the boxes of a slide from back to front and names them by kind and number', () => {
  expect(listBoxes(slide).map(({ kind, ref }) => `${kind} ${ref}`)).toEqual([
    'image i',
    'image j',
    'logo @logo',
    'text a',
    'text b',
    'text c',
    'text d',
  ])
  expect(['@logo', 'i', 'j', 'a', 'd', 'x'].map((ref) => nameBox(slide, ref))).toEqual([
    'Logo',
    'Image box 1',
    'Image box 2',
    'Text box 1: text of a',
    'Text box 4: text of d',
    '',
  ])
  expect(findBox(slide, '@logo')?.frame).toEqual({ x: 28, y: 290, width: 200, height: 50 })
  expect(findBox(slide, 'x')).toBeUndefined()
})
