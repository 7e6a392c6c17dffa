import { expect, test } from 'vitest'
import { applyEdit } from './edit.ts'
import { slideSchema, textBoxSchema } from './model.ts'
import { applyLook, textStyling } from './slide-look.ts'

const PHOTO = 'user-1/1700000000000_abc.jpg'
const boxOf = (id: string, rest: object) => textBoxSchema.parse({ id, text: `text ${id}`, ...rest })

const from = slideSchema.parse({
  id: 'from',
  textStyle: 'black-bg',
  brightness: -4,
  contrast: 2,
  backdrop: { kind: 'plain', color: '#102030' },
  photoEffects: { blur: 3 },
  textBoxes: [
    boxOf('line', { y: 200, fontSize: 9, italic: true, highlightColor: '#00ff00' }),
    boxOf('title', { y: 100, fontSize: 16, fontWeight: 800, font: 'anton', textColor: '#ff0033', rotation: 12 }),
  ],
})
const slide = slideSchema.parse({
  id: 'to',
  title: 'kept',
  backgroundImage: PHOTO,
  photoPlacement: { fit: 'fill', x: 0, y: 0, zoom: 2, flip: false, turns: 0 },
  textBoxes: [
    boxOf('small', { y: 20, x: 3, fontSize: 8, uppercase: true }),
    boxOf('large', { y: 50, fontSize: 14, rotation: -5, shadow: { color: '#000000', opacity: 1, x: 1, y: 1, blur: 0 } }),
    boxOf('last', { y: 300, fontSize: 8 }),
  ],
})

test('the look of a slide changes neither texts, photo nor places', () => {
  const styled = applyLook(slide, from)
  expect(styled).toMatchObject({ textStyle: 'black-bg', brightness: -4, contrast: 2, backdrop: from.backdrop, photoEffects: { blur: 3 } })
  expect(styled).toMatchObject({ title: 'kept', backgroundImage: PHOTO, photoPlacement: slide.photoPlacement })
  const places = ({ textBoxes }: typeof slide) =>
    textBoxes.map(({ id, text, x, y, width, height, rotation }) => [id, text, x, y, width, height, rotation])
  expect(places(styled)).toEqual(places(slide))
})

test('the largest text takes over the look of the largest, the others that of the first other', () => {
  const [small, large, last] = applyLook(slide, from).textBoxes
  expect(large).toMatchObject({ fontSize: 16, fontWeight: 800, font: 'anton', textColor: '#ff0033' })
  expect(large).not.toHaveProperty('shadow')
  expect(small).toMatchObject({ fontSize: 9, italic: true, highlightColor: '#00ff00' })
  expect(small).not.toHaveProperty('uppercase')
  expect(last && textStyling(last)).toEqual(small && textStyling(small))
})

test('without another text, the others take over the largest one’s look but for its size', () => {
  const [small] = applyLook(slide, { ...from, textBoxes: from.textBoxes.slice(1) }).textBoxes
  expect(small).toMatchObject({ fontSize: 8, fontWeight: 400, font: 'anton', textColor: '#ff0033' })
  expect(applyLook(slide, { ...from, textBoxes: [] }).textBoxes).toEqual(slide.textBoxes)
})

test('a look that takes away backdrop and effects leaves a slide without these fields', () => {
  const plain = applyLook(from, slideSchema.parse({ id: 'plain' }))
  expect(plain).not.toHaveProperty('backdrop')
  expect(plain).not.toHaveProperty('photoEffects')
})

test('is one edit for any slides, and changes nothing where the look is there already', () => {
  const doc = { title: 'x', slides: [from, slide, { ...slide, id: 'third' }] }
  const edit = { type: 'apply-look', from: 'from', slideIds: ['from', 'to', 'gone'] } as const
  const styled = applyEdit(doc, { ...edit, slideIds: [...edit.slideIds] })
  expect(styled.slides).toEqual([from, applyLook(slide, from), doc.slides[2]])
  expect(applyEdit(styled, { ...edit, slideIds: [...edit.slideIds] })).toBe(styled)
  expect(applyEdit(doc, { ...edit, from: 'gone', slideIds: ['to'] })).toBe(doc)
})
