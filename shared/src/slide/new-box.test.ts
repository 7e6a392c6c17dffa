import { describe, expect, it } from 'vitest'
import { MAX_BOXES } from './limits.ts'
import { slideSchema } from './model.ts'
import { copyBoxes, newImageBox, newTextBox, pastedImageBox, pickBoxes, placeNew } from './new-box.ts'

describe('new boxes', () => {
  it('have the specified places and sizes', () => {
    expect(newTextBox('t')).toEqual({
      id: 't',
      text: 'New text',
      x: 38,
      y: 200,
      width: 180,
      height: 70,
      fontSize: 8,
      color: 'white',
      fontWeight: 400,
    })
    expect(newImageBox('i', 'user/1.jpg')).toEqual({ id: 'i', imageUrl: 'user/1.jpg', x: 78, y: 100, width: 100, height: 100, opacity: 1 })
  })

  it.each([
    [
      { width: 4000, height: 2000 },
      { width: 150, height: 75 },
    ],
    [
      { width: 300, height: 200 },
      { width: 90, height: 60 },
    ],
    [
      { width: 600, height: 3000 },
      { width: 30, height: 150 },
    ],
  ])('fit a pasted image of %o to %o', (picture, size) => {
    expect(pastedImageBox('i', { imageUrl: 'user/1.jpg', ...picture })).toMatchObject({ x: 50, y: 100, ...size })
  })
})

const slideOf = (...textBoxes: ReturnType<typeof newTextBox>[]) => ({ textBoxes, imageBoxes: [] })

it('a second added box lies next to the first', () => {
  const first = newTextBox('1')
  const second = placeNew(slideOf(first), newTextBox('2'))
  const third = placeNew(slideOf(first, second), newTextBox('3'))
  expect([first, second, third].map(({ x, y }) => [x, y])).toEqual([
    [38, 200],
    [50, 212],
    [62, 224],
  ])
})

it('copies keep their arrangement and cover no existing box', () => {
  const [a, b] = [newTextBox('a'), { ...newTextBox('b'), x: 50, y: 212 }]
  let id = 0
  const copy = (slide: ReturnType<typeof slideOf>) => copyBoxes(slide, { textBoxes: [a, b], imageBoxes: [] }, () => `copy${++id}`).textBoxes
  const elsewhere = copy(slideOf())
  expect(elsewhere).toEqual([
    { ...a, id: 'copy1' },
    { ...b, id: 'copy2' },
  ])
  expect(copy(slideOf(...elsewhere)).map(({ x, y }) => [x, y])).toEqual([
    [62, 224],
    [74, 236],
  ])
})

it('40 added boxes have different places, the first thirty of them within the slide', () => {
  const boxes: ReturnType<typeof newTextBox>[] = []
  for (let index = 0; index < MAX_BOXES; index += 1) boxes.push(placeNew(slideOf(...boxes), newTextBox(String(index))))
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(MAX_BOXES)
  const outside = boxes.slice(0, 30).filter(({ x, y, width, height }) => x + width > 256 || y + height > 455.2)
  expect(outside).toEqual([])
})

it('copies are unlocked and stacked like their originals', () => {
  const textBoxes = [{ ...newTextBox('a'), locked: true, name: 'Title' }, newTextBox('b'), newTextBox('c')]
  const slide = slideSchema.parse({ id: 's', textBoxes, layers: ['c', 'a', 'b'] })
  const { textBoxes: picked } = pickBoxes(slide, ['a', 'c'])
  expect(picked.map(({ id }) => id)).toEqual(['c', 'a'])
  expect(picked[1]).toEqual({ ...newTextBox('a'), name: 'Title' })
})
