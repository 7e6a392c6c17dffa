import { describe, expect, it, test } from 'vitest'
import { seededRandom, shuffled } from './backgrounds.ts'
import { listBoxes } from './box.ts'
import {
  alignFrames,
  boundsOf,
  clampFrame,
  distributeFrames,
  handlesOf,
  isOffSlide,
  limitPicture,
  resizeFrame,
  roundUnits,
} from './geometry.ts'
import {
  filePathSchema,
  imageBoxSchema,
  shapeBoxSchema,
  slideInstructionsSchema,
  slideSchema,
  slidesSchema,
  textBoxSchema,
} from './model.ts'

const PATH = 'user/1.jpg'
const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean => schema.safeParse(value).success

describe('limits of a slide', () => {
  it('places at most as many boxes in a format as it has', () => {
    const place = { x: 0, y: 0, width: 10, height: 10 }
    const places = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}`, place]))
    const slide = (formats: object) => takes(slideSchema, { id: 's', formats })
    expect([121, 122].map((count) => slide({ '4:5': { boxes: places(count) } }))).toEqual([true, false])
    expect([slide({ '16:9': {} }), slide({ '9:16': {} }), slide({ '1:1': { boxes: { a: { ...place, x: 1e9 } } } })]).toEqual([
      false,
      false,
      false,
    ])
  })

  it.each([
    ['x', -512, 1024],
    ['y', -512, 1024],
    ['width', 1, 1024],
    ['height', 1, 1024],
    ['fontSize', 4, 64],
    ['fontWeight', 300, 900],
    ['rotation', -180, 180],
    ['opacity', 0, 1],
  ])('a text box: %s from %i to %i', (field, least, most) => {
    const box = (value: number) => takes(textBoxSchema, { id: 'b', [field]: value })
    expect([least - 1, least, most, most + 1].map(box)).toEqual([false, true, true, false])
  })

  it.each([
    ['opacity', 0, 1],
    ['x', -512, 1024],
    ['width', 1, 1024],
  ])('an image box: %s from %i to %i', (field, least, most) => {
    const box = (value: number) => takes(imageBoxSchema, { id: 'b', imageUrl: PATH, [field]: value })
    expect([least - 1, least, most, most + 1].map(box)).toEqual([false, true, true, false])
  })

  it.each([
    ['brightness', -10, 10],
    ['contrast', -10, 10],
  ])('a slide: %s from %i to %i', (field, least, most) => {
    const slide = (value: number) => takes(slideSchema, { id: 's', [field]: value })
    expect([least - 1, least, most, most + 1].map(slide)).toEqual([false, true, true, false])
  })

  it.each([
    ['an id', 64, (text: string) => takes(slideSchema, { id: text })],
    ['a title', 300, (text: string) => takes(slideSchema, { id: 's', title: text })],
    ['a description', 4000, (text: string) => takes(slideSchema, { id: 's', description: text })],
    ['a text', 2000, (text: string) => takes(textBoxSchema, { id: 'b', text })],
    ['a tone', 1000, (text: string) => takes(slideInstructionsSchema, { toneContext: text })],
  ])('%s of %i characters', (_, most, isTaken) => {
    expect([isTaken('x'.repeat(most)), isTaken('x'.repeat(most + 1))]).toEqual([true, false])
  })

  it.each<[string, object]>([
    ['a line height of nothing', { lineHeight: 0 }],
    ['letters a metre apart', { letterSpacing: 1e9 }],
    ['a turn without end', { rotation: Infinity }],
    ['an opacity that is no number', { opacity: NaN }],
    ['a color with more than a color', { textColor: '#ff0000;background:url(x)' }],
    ['a color by name', { highlightColor: 'red' }],
    ['a typeface of somebody else', { font: '../../etc/passwd' }],
    ['an alignment that does not exist', { align: 'justify' }],
    ['a shadow without bounds', { shadow: { color: '#000000', opacity: 1, x: 0, y: 1e9, blur: 0 } }],
    ['a shadow without a color', { shadow: { opacity: 1, x: 0, y: 0, blur: 0 } }],
  ])('no text box with %s', (_name, fields) => {
    expect([takes(textBoxSchema, { id: 'b' }), takes(textBoxSchema, { id: 'b', ...fields })]).toEqual([true, false])
  })

  it.each<[string, object]>([
    ['a crop beyond the image', { crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }],
    ['a crop of nothing', { crop: { x: 0, y: 0, width: 0, height: 1 } }],
    ['a crop that is no number', { crop: { x: NaN, y: 0, width: 1, height: 1 } }],
    ['a border as wide as a street', { border: { color: '#000000', width: 1e9 } }],
    ['corners without end', { radius: Infinity }],
    ['a turn without end', { rotation: -181 }],
    ['a name of a page', { name: 'x'.repeat(61) }],
  ])('no image box with %s', (_name, fields) => {
    const box = { id: 'b', imageUrl: PATH }
    expect([takes(imageBoxSchema, box), takes(imageBoxSchema, { ...box, ...fields })]).toEqual([true, false])
  })

  it.each<[string, object]>([
    ['a shape that does not exist', { shape: 'skull' }],
    ['a place beyond the moon', { x: 1e9 }],
    ['no width', { width: 0 }],
    ['a fill with more than a color', { fill: '#ff0000;background:url(x)' }],
    ['a line as wide as a street', { stroke: { color: '#000000', width: 1e9 } }],
    ['the path of a file', { shape: 'emoji', glyph: '../../etc/passwd' }],
    ['an icon that does not exist', { shape: 'icon', glyph: 'skull-and-bones' }],
    ['an icon without a name', { shape: 'icon' }],
    ['a million dots', { shape: 'progress', steps: 1e6 }],
    ['half a dot', { shape: 'progress', step: 0.5 }],
  ])('no shape with %s', (_name, fields) => {
    const box = { id: 'b', shape: 'rectangle', x: 0, y: 0, width: 10, height: 10 }
    expect([takes(shapeBoxSchema, box), takes(shapeBoxSchema, { ...box, ...fields })]).toEqual([true, false])
  })

  const PLACED = { fit: 'fill', x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 0 }
  it.each<[string, object]>([
    ['more layers than boxes', { layers: Array.from({ length: 122 }, (_, index) => `b${index}`) }],
    [
      '41 shapes',
      { shapeBoxes: Array.from({ length: 41 }, (_, index) => ({ id: `b${index}`, shape: 'line', x: 0, y: 0, width: 9, height: 9 })) },
    ],
    ['a backdrop of another kind', { backdrop: { kind: 'video', color: '#000000' } }],
    ['a gradient of 360 degrees', { backdrop: { kind: 'gradient', from: '#000000', to: '#ffffff', angle: 360 } }],
    ['a photo beyond its edge', { photoPlacement: { ...PLACED, x: 1.01 } }],
    ['a photo enlarged a thousand times', { photoPlacement: { ...PLACED, zoom: 1000 } }],
    ['a photo turned by half a quarter', { photoPlacement: { ...PLACED, turns: 0.5 } }],
    ['a blur above the limit', { photoEffects: { blur: 1e9 } }],
    ['an unknown filter', { photoEffects: { filter: 'url(#x)' } }],
    ['an alt text of 4,097 characters', { altText: 'a'.repeat(4097) }],
    ['an empty alt text', { altText: '' }],
    ['a tint without an amount', { photoEffects: { tint: { color: '#000000' } } }],
  ])('no slide with %s', (_name, fields) => {
    expect([takes(slideSchema, { id: 's', photoPlacement: PLACED }), takes(slideSchema, { id: 's', ...fields })]).toEqual([true, false])
  })

  it('1 to 35 slides with different ids', () => {
    const slides = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `s${index}` }))
    expect([0, 1, 35, 36].map((count) => takes(slidesSchema, slides(count)))).toEqual([false, true, true, false])
    expect(takes(slidesSchema, [{ id: 's' }, { id: 's' }])).toBe(false)
    expect(takes(slideSchema, { id: '' })).toBe(false)
  })

  it('40 texts and 40 images', () => {
    const slide = (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => ({ id: `b${index}`, imageUrl: PATH }))
      return [takes(slideSchema, { id: 's', textBoxes: ids }), takes(slideSchema, { id: 's', imageBoxes: ids })]
    }
    expect([slide(40), slide(41)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it.each([
    ['white', true],
    ['black', true],
    ['#a0B1c2', true],
    ['#fff', false],
    ['red', false],
    ['white; background: url(x)', false],
    ['x#aabbcc', false],
  ])('the color %s: %s', (color, isTaken) => {
    expect(takes(textBoxSchema, { id: 'b', color })).toBe(isTaken)
  })

  it.each(['outline', 'white-bg', 'black-bg', 'black-outline'])('the style %s', (textStyle) => {
    expect(takes(slideSchema, { id: 's', textStyle })).toBe(true)
  })

  it('no other style', () => {
    expect(['', 'white', 'none'].map((textStyle) => takes(slideSchema, { id: 's', textStyle }))).toEqual([false, false, false])
  })

  it.each([
    ['a/b.jpg', true],
    ['user-1/1700000000000_ab.jpeg', true],
    ['/b.jpg', false],
    ['a/../b.jpg', false],
    ['a/b/c.jpg', false],
    ['https://x.test/b.jpg', false],
    ['a/b.j', false],
    ['a/b.jpegxl', false],
    ['a/b.JPG', false],
    [`a/${'b'.repeat(194)}.jpg`, true],
    [`a/${'b'.repeat(195)}.jpg`, false],
  ])('the file %s: %s', (path, isTaken) => {
    expect(takes(filePathSchema, path)).toBe(isTaken)
  })
})

test('a slide of a custom mode asks the AI for one text by default and at most five', () => {
  expect(slideInstructionsSchema.parse({})).toEqual({
    autoLinkedBackground: true,
    aiGeneratedText: true,
    numberOfTextBoxes: 1,
    toneContext: '',
  })
  expect([0, 1, 5, 6, 1.5].map((numberOfTextBoxes) => takes(slideInstructionsSchema, { numberOfTextBoxes }))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

describe('frames', () => {
  const frames = [
    { x: 10, y: 0, width: 50, height: 30 },
    { x: 60, y: 100, width: 100, height: 40 },
    { x: 180, y: 140, width: 50, height: 30 },
  ]
  const one = { x: 40, y: 100, width: 100, height: 60 }

  it.each([
    ['left', [10, 10, 10], { x: 0 }],
    ['centre', [95, 70, 95], { x: 78 }],
    ['right', [180, 130, 180], { x: 156 }],
  ] as const)('several are aligned %s by their bounds, one by the slide', (alignment, places, alone) => {
    const aligned = alignFrames(frames, alignment)
    expect(aligned.map(({ x }) => x)).toEqual(places)
    expect(aligned.map(({ y, width, height }) => [y, width, height])).toEqual(frames.map(({ y, width, height }) => [y, width, height]))
    expect(alignFrames([one], alignment)).toEqual([{ ...one, ...alone }])
  })

  it.each([
    ['top', [0, 0, 0], { y: 0 }],
    ['middle', [70, 65, 70], { y: 197.56 }],
    ['bottom', [140, 130, 140], { y: 395.11 }],
  ] as const)('several are aligned at the %s by their bounds, one by the slide', (alignment, places, alone) => {
    expect(alignFrames(frames, alignment).map(({ y }) => y)).toEqual(places)
    expect(alignFrames([one], alignment)).toEqual([{ ...one, ...alone }])
  })

  it('are distributed with equal gaps, in visual order', () => {
    expect(distributeFrames(frames, 'x').map(({ x }) => x)).toEqual([10, 70, 180])
    expect(distributeFrames(frames, 'y').map(({ y }) => y)).toEqual([0, 65, 140])
    expect(distributeFrames(frames.toReversed(), 'x').map(({ x }) => x)).toEqual([180, 70, 10])
    expect(distributeFrames(frames.slice(0, 2), 'x')).toEqual(frames.slice(0, 2))
  })

  it('have common bounds, which are empty for no frames', () => {
    expect(boundsOf(frames)).toEqual({ x: 10, y: 0, width: 220, height: 170 })
    expect(boundsOf([one])).toEqual(one)
    expect(boundsOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 })
  })

  it.each([
    [{ x: 256, y: 0 }, true],
    [{ x: 255, y: 0 }, false],
    [{ x: -10, y: 0 }, true],
    [{ x: -9, y: 0 }, false],
    [{ x: 0, y: 456 }, true],
    [{ x: 0, y: 455 }, false],
    [{ x: 0, y: -10 }, true],
    [{ x: 0, y: -9 }, false],
  ])('at %o are off the slide: %s', (place, isOff) => {
    expect(isOffSlide({ ...place, width: 10, height: 10 })).toBe(isOff)
  })

  it('keep 16 units on the slide: texts of at least 50 x 30, images of 16 x 16, all of at most 512 x 512', () => {
    const far = { x: 9000, y: 9000, width: 1, height: 1 }
    expect(clampFrame(far, 'text')).toEqual({ x: 240, y: roundUnits((256 * 16) / 9 - 16), width: 50, height: 30 })
    expect(clampFrame({ ...far, x: -9000, y: -9000 }, 'image')).toEqual({ x: 0, y: 0, width: 16, height: 16 })
    expect(clampFrame({ x: -9000, y: -9000, width: 9000, height: 9000 }, 'logo')).toEqual({ x: -496, y: -496, width: 512, height: 512 })
  })

  it('of images accept any typed size above the smallest', () => {
    expect(limitPicture(one, { ...one, width: 80, height: 48 })).toEqual({ ...one, width: 80, height: 48 })
    expect(limitPicture(one, { ...one, width: 0.5, height: 0.3 })).toEqual({ ...one, width: 50, height: 30 })
    expect(limitPicture(one, one)).toBe(one)
  })

  it('keep their ratio at corners when asked, and change one length at sides', () => {
    const pull = (handle: 'e' | 's' | 'se', keepRatio: boolean) => resizeFrame(one, { handle, dx: 50, dy: 30 }, { kind: 'text', keepRatio })
    expect(pull('se', true)).toEqual({ x: 40, y: 100, width: 150, height: 90 })
    expect(pull('e', true)).toEqual({ x: 40, y: 100, width: 150, height: 60 })
    expect(pull('s', true)).toEqual({ x: 40, y: 100, width: 100, height: 90 })
    expect(resizeFrame(one, { handle: 'se', dx: 50, dy: 0 }, { kind: 'text', keepRatio: true })).toMatchObject({ width: 150, height: 90 })
    expect(resizeFrame(one, { handle: 'se', dx: 50, dy: 0 }, { kind: 'text' })).toMatchObject({ width: 150, height: 60 })
    expect(resizeFrame(one, { handle: 'nw', dx: -10, dy: -6 }, { kind: 'image', fromCentre: true })).toEqual({
      x: 30,
      y: 94,
      width: 120,
      height: 72,
    })
  })

  it('have handles: eight on a text, the corners on an image, the ends of a line', () => {
    const [image, logo, shape, text] = listBoxes(
      slideSchema.parse({
        id: 's',
        imageBoxes: [{ id: 'i', imageUrl: 'u/p.png' }],
        logoImage: 'u/l.png',
        shapeBoxes: [{ id: 'h', shape: 'line', x: 0, y: 0, width: 90, height: 8 }],
        textBoxes: [{ id: 't' }],
      }),
    ).map(handlesOf)
    expect(text).toEqual(['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'])
    expect(image).toEqual(['nw', 'ne', 'se', 'sw'])
    expect(logo).toEqual(['nw', 'ne', 'se', 'sw'])
    expect(shape).toEqual(['e', 'w'])
  })
})

test('a seed always gives the same numbers, spread evenly from 0 to 1', () => {
  const random = seededRandom('plan of a Monday')
  const numbers = Array.from({ length: 4000 }, random)
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  const tenths = Map.groupBy(numbers, (number) => Math.floor(number * 10))
  expect([...tenths.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const found of tenths.values()) expect(Math.abs(found.length - 400)).toBeLessThan(80)
  expect(numbers.slice(0, 3).map((number) => number.toFixed(6))).toEqual(['0.993904', '0.799838', '0.773301'])
})

test('shuffling reaches every order of a list', () => {
  const random = seededRandom('orders')
  const orders = new Set(Array.from({ length: 200 }, () => shuffled(['a', 'b', 'c'], random).join('')))
  expect([...orders].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  expect(shuffled(['a', 'b', 'c'], () => 0).join('')).toBe('bca')
})
