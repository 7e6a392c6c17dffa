import { beforeAll, expect, test } from 'vitest'
import { slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { layoutSlide } from './layout.ts'
import { overlaps, WHOLE_SLIDE } from './region.ts'
import { changedRegion, shownWith } from './repaint.ts'
import type { Slide } from '../slide/model.ts'

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
  const touched = after.scene.texts.map((text) => region !== null && overlaps(region, text.bounds))
  expect(touched).toEqual([false, true, false])
  expect(region?.left).toBe(before.scene.texts[1]?.bounds.left)
  expect(region?.right).toBe(after.scene.texts[1]?.bounds.right)
})

test('a box it is moved on to is drawn whole', () => {
  const after = shown(moveBox(1, 0, 88))
  const region = changedRegion(shown(slide), after)
  for (const index of [1, 2]) {
    const bounds = after.scene.texts[index]?.bounds
    expect(region && bounds && region.top <= bounds.top && region.bottom >= bounds.bottom).toBe(true)
  }
})

test.each([
  ['brightness', { ...slide, brightness: 3 }, true],
  ['contrast', { ...slide, contrast: -3 }, true],
  ['a photo that arrives', slide, false],
])('%s changes the whole slide', (_name, after, photoBefore) => {
  expect(changedRegion(shown(slide, photoBefore), shown(after))).toEqual(WHOLE_SLIDE)
})

test('a box that is deleted leaves its place to be drawn', () => {
  const before = shown(slide)
  expect(changedRegion(before, shown({ ...slide, textBoxes: slide.textBoxes.slice(0, 2) }))).toEqual(before.scene.texts[2]?.bounds)
})

test('a change beyond the edge of the slide draws nothing', () => {
  const away = (x: number) => ({ ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, x })) })
  expect(changedRegion(shown(away(900)), shown(away(901)))).toBeNull()
})
