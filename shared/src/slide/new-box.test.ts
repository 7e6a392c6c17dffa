import { describe, expect, it } from 'vitest'
import { LAYER_NAME_MAX, MAX_BOXES } from './limits.ts'
import { slideSchema } from './model.ts'
import fc from 'fast-check'
import { overlapArea } from './geometry.ts'
import { copyBoxes, nameImage, newImageBox, newShapeBox, newTextBox, pastedImageBox, pickBoxes, placeNew, placeNewText } from './new-box.ts'

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

describe('a new text', () => {
  const aside = { ...newTextBox('aside'), height: 50 }
  const placeIn = (rest: object) => placeNewText(slideSchema.parse({ id: 's', ...rest }), newTextBox('new'))
  const placeOn = (...textBoxes: ReturnType<typeof newTextBox>[]) => placeIn({ textBoxes })

  it('has its specified place where that is free, also on a card', () => {
    expect(placeOn({ ...aside, y: 120 })).toMatchObject({ x: 38, y: 200 })
    expect(placeOn({ ...aside, hidden: true })).toMatchObject({ x: 38, y: 200 })
    const card = { ...newShapeBox('card', 'rectangle'), x: 20, y: 180, width: 216, height: 120 }
    expect(placeIn({ shapeBoxes: [card] })).toMatchObject({ x: 38, y: 200 })
  })

  it('goes below the second text of a cover', () => {
    expect(placeOn({ ...aside, y: 120 }, aside)).toMatchObject({ x: 38, y: 254, width: 180, height: 70 })
  })

  it('covers no other text as long as a free place is left', () => {
    const text = fc.record({
      x: fc.integer({ min: 0, max: 150 }),
      y: fc.integer({ min: 0, max: 400 }),
      height: fc.integer({ min: 20, max: 90 }),
    })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (list) => {
        const texts = list.map((place, index) => ({ ...newTextBox(String(index)), ...place, width: 100 }))
        const taken = (x: number, y: number): boolean => texts.some((box) => overlapArea(box, { x, y, width: 180, height: 70 }) > 0)
        const { x, y } = placeOn(...texts)
        const lines = Array.from({ length: 386 }, (_line, at) => at)
        if (!taken(38, 200)) expect([x, y]).toEqual([38, 200])
        else if (lines.some((line) => [-4, 0, 4].every((gap) => !taken(38, line + gap)))) expect(taken(x, y)).toBe(false)
      }),
    )
  })
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

describe('the layer name of a new image', () => {
  const cup = newImageBox('i', 'user/1.jpg')
  const slideWith = (...names: string[]) =>
    slideSchema.parse({ id: 's', imageBoxes: names.map((name, index) => ({ ...cup, id: `i${index}`, name })) })

  it.each([
    ['cup.png', [], { name: 'cup' }],
    ['Morning  light.v2.jpeg', [], { name: 'Morning light.v2' }],
    ['cup.png', ['cup'], { name: 'cup 2' }],
    ['cup.png', ['cup', 'cup 2'], { name: 'cup 3' }],
    ['image.png', [], {}],
    ['.png', [], {}],
    ['', [], {}],
    [undefined, [], {}],
  ])('of %s beside %j is %j', (filename, names, expected) => {
    expect(nameImage(slideWith(...names), filename)).toEqual(expected)
  })

  it('fits into a layer name, also with a number', () => {
    const long = `${'😀'.repeat(80)}.png`
    const { name = '' } = nameImage(slideWith(), long)
    const { name: next = '' } = nameImage(slideWith(name), long)
    for (const each of [name, next]) expect(() => slideWith(each)).not.toThrow()
    expect(Math.max(name.length, next.length)).toBeLessThanOrEqual(LAYER_NAME_MAX)
    expect(next).not.toBe(name)
  })
})
