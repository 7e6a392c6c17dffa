import { listBoxes, LOGO_REF } from '@ninesixteen/shared/slide/box'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { describe, expect, it } from 'vitest'
import { describeLayer, dropLayers, listLayers, selectLayer } from './layers.ts'

const PATH = 'user-1/1700000000000_abc.jpg'
const slide = slideSchema.parse({
  id: 's',
  textBoxes: [
    { id: 'a', text: 'one\nline' },
    { id: 'b', text: 'two', name: 'Title' },
  ],
  imageBoxes: [{ id: 'i', imageUrl: PATH }],
  shapeBoxes: [{ id: 'r', shape: 'rectangle', x: 0, y: 0, width: 50, height: 50 }],
  logoImage: PATH,
})
const refs = () => listLayers(slide).map(({ ref }) => ref)
const ALONE = { toggle: false, range: false }

it('lists layers from front to back', () => {
  expect(refs()).toEqual(['b', 'a', 'r', LOGO_REF, 'i'])
})

it('names an emoji and an icon by what they show', () => {
  const frame = { x: 0, y: 0, width: 50, height: 50 }
  const shapeBoxes = [
    { id: 'e', shape: 'emoji', glyph: '1f468-200d-1f373', ...frame },
    { id: 'n', shape: 'icon', glyph: 'arrow-right', ...frame },
  ]
  const titles = listLayers(slideSchema.parse({ id: 's', shapeBoxes })).map((entry) =>
    describeLayer(slideSchema.parse({ id: 's', shapeBoxes }), entry),
  )
  expect(titles).toEqual([
    { title: 'Arrow right', detail: 'Icon 2' },
    { title: '👨‍🍳', detail: 'Emoji 1' },
  ])
})

it('shows names, and the texts of text boxes', () => {
  expect(listLayers(slide).map((entry) => describeLayer(slide, entry))).toEqual([
    { title: 'Title', detail: 'two' },
    { title: 'one line', detail: 'Text box 1' },
    { title: 'Rectangle 1', detail: '' },
    { title: 'Logo', detail: '' },
    { title: 'Image box 1', detail: '' },
  ])
})

describe('a drop', () => {
  const dropped = (moved: string[], gap: number): string => {
    const edit = dropLayers(slide, moved, gap)
    const [after] = edit ? applyEdit({ title: 't', slides: [slide] }, edit).slides : []
    if (!after) return 'nothing'
    return listBoxes(after)
      .map(({ ref }) => ref)
      .toReversed()
      .join(' ')
  }

  it.each([
    [['i'], 0, 'i b a r @logo'],
    [['b'], 5, 'a r @logo i b'],
    [['a'], 4, 'b r @logo a i'],
    [[LOGO_REF], 1, 'b @logo a r i'],
    [['b', 'r'], 4, 'a @logo b r i'],
  ])('of %o into gap %d gives %s', (moved, gap, order) => {
    expect(dropped(moved, gap)).toBe(order)
  })

  it.each([
    [['a'], 1],
    [['a'], 2],
    [['gone'], 0],
  ])('of %o into gap %d changes nothing', (moved, gap) => {
    expect(dropped(moved, gap)).toBe('nothing')
  })
})

describe('a click on a layer', () => {
  it('selects it alone', () => {
    expect(selectLayer(slide, ['a', 'b'], { ...ALONE, ref: 'i' })).toEqual(['i'])
  })

  it('adds it, and takes it away again', () => {
    expect(selectLayer(slide, ['a'], { ...ALONE, ref: 'i', toggle: true })).toEqual(['a', 'i'])
    expect(selectLayer(slide, ['a', 'i'], { ...ALONE, ref: 'a', toggle: true })).toEqual(['i'])
  })

  it('selects a range in both directions from the layer that was selected first', () => {
    expect(selectLayer(slide, ['r'], { ...ALONE, ref: 'i', range: true })).toEqual(['r', LOGO_REF, 'i'])
    expect(selectLayer(slide, ['r', LOGO_REF, 'i'], { ...ALONE, ref: 'b', range: true })).toEqual(['r', 'b', 'a'])
    expect(selectLayer(slide, [], { ...ALONE, ref: 'a', range: true })).toEqual(['a'])
  })
})
