import { exportSize } from '../slide/formats.ts'
import { beforeAll, expect, test } from 'vitest'
import { slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { layoutSlide } from './layout.ts'
import { overlaps, wholeSlide } from './region.ts'
import { changedRegion, shownWith } from './repaint.ts'
import type { Slide } from '../slide/model.ts'
import { textsOf } from './scene.ts'

const WHOLE = wholeSlide(exportSize('9:16'))

let shaper: Shaper

beforeAll(async () => {
  shaper = await testShaper()
})

const photo = { width: 1, height: 1, data: new Uint8Array(4) }

function shown(slide: Slide, withPhoto = true) {
  return shownWith(layoutSlide(slide, shaper), { photo: () => (withPhoto ? photo : null), picture: () => null })
}

const slide = slideOf(['first', 'second', 'third'], { backgroundImage: 'user/photo.jpg' })

function moveBox(index: number, dx: number, dy = 0): Slide {
  return { ...slide, textBoxes: slide.textBoxes.map((box, i) => (i === index ? { ...box, x: box.x + dx, y: box.y + dy } : box)) }
}

test('nothing is drawn when nothing changed', () => {
  expect(changedRegion(shown(slide), shown({ ...slide, title: 'another' }))).toBeNull()
})

test('a moved box is drawn where it was and where it is, and no other', () => {
  const [before, after] = [shown(slide), shown(moveBox(1, 5))]
  const region = changedRegion(before, after)
  const touched = textsOf(after.scene).map((text) => region !== null && overlaps(region, text.bounds))
  expect(touched).toEqual([false, true, false])
  expect(region?.left).toBe(textsOf(before.scene)[1]?.bounds.left)
  expect(region?.right).toBe(textsOf(after.scene)[1]?.bounds.right)
})

test('a box it is moved on to is drawn whole', () => {
  const after = shown(moveBox(1, 0, 88))
  const region = changedRegion(shown(slide), after)
  for (const index of [1, 2]) {
    const bounds = textsOf(after.scene)[index]?.bounds
    expect(region && bounds && region.top <= bounds.top && region.bottom >= bounds.bottom).toBe(true)
  }
})

test.each([
  ['brightness', { ...slide, brightness: 3 }, true],
  ['contrast', { ...slide, contrast: -3 }, true],
  ['a photo that arrives', slide, false],
])('%s changes the whole slide', (_name, after, photoBefore) => {
  expect(changedRegion(shown(slide, photoBefore), shown(after))).toEqual(WHOLE)
})

test('a box that is deleted leaves its place to be drawn', () => {
  const before = shown(slide)
  expect(changedRegion(before, shown({ ...slide, textBoxes: slide.textBoxes.slice(0, 2) }))).toEqual(textsOf(before.scene)[2]?.bounds)
})

test('a change beyond the edge of the slide draws nothing', () => {
  const away = (x: number) => ({ ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, x })) })
  expect(changedRegion(shown(away(900)), shown(away(901)))).toBeNull()
})

test.each([
  ['moved aside', { x: 60 }],
  ['moved down', { y: 60 }],
  ['made wider', { width: 90 }],
  ['made higher', { height: 90 }],
  ['made paler', { opacity: 0.5 }],
])('a picture that is %s is drawn where it was and where it is', (_, rest) => {
  const box = { id: 'i', imageUrl: 'u/p.png', x: 200, y: 350, width: 40, height: 40, opacity: 1 }
  const regionOf = ({ x, y, width, height }: typeof box) => {
    const pixels = (units: number) => Math.round((units * 1080) / 256)
    return { left: pixels(x), top: pixels(y), right: pixels(x + width), bottom: pixels(y + height) }
  }
  const moved = { ...box, ...rest }
  const before = shown({ ...slide, textBoxes: [], imageBoxes: [box] })
  const after = shown({ ...slide, textBoxes: [], imageBoxes: [moved] })
  const [one, two] = [regionOf(box), regionOf(moved)]
  expect(changedRegion(before, after)).toEqual({
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.min(1080, Math.max(one.right, two.right)),
    bottom: Math.max(one.bottom, two.bottom),
  })
  expect(changedRegion(before, shown({ ...slide, textBoxes: [], imageBoxes: [{ ...box }] }))).toBeNull()
  expect(changedRegion(before, shown({ ...slide, textBoxes: [], imageBoxes: [] }))).toEqual({ ...one, right: Math.min(1080, one.right) })
})

test('a picture that arrives is drawn in its frame alone', () => {
  const box = { id: 'i', imageUrl: 'u/p.png', x: 25.6, y: 25.6, width: 51.2, height: 51.2, opacity: 1 }
  const scene = layoutSlide({ ...slide, textBoxes: [], imageBoxes: [box] }, shaper)
  const arrived = { width: 1, height: 1, data: new Uint8Array(4) }
  const before = shownWith(scene, { photo: () => photo, picture: () => null })
  const after = shownWith(scene, { photo: () => photo, picture: () => arrived })
  expect(changedRegion(before, after)).toEqual({ left: 108, top: 108, right: 324, bottom: 324 })
})
