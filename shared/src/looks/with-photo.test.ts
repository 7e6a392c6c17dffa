import { describe, expect, test } from 'vitest'
import { emptySlide, coverBoxes, type SlidePlace } from '../content-types/boxes.ts'
import { MAP_CELLS, MAP_COLUMNS, type PhotoMap } from '../photos/photo-map.ts'
import type { Slide } from '../slide/model.ts'
import { sameData } from '../slide/same-data.ts'
import { dressSlide } from './dress-slide.ts'
import { BRAND, CLASSIC, LOOK_IDS, type LookId } from './look-ids.ts'
import { lookSpec } from './looks.ts'
import { withPhoto } from './with-photo.ts'

const [BEFORE, AFTER] = ['user/before.jpg', 'user/after.jpg']

/** Busy and light in the upper or in the lower half, calm and dark in the other. */
function half(busy: 'upper' | 'lower'): PhotoMap {
  const isBusy = Array.from({ length: MAP_CELLS }, (_, cell) => cell < (MAP_CELLS / MAP_COLUMNS / 2) * MAP_COLUMNS === (busy === 'upper'))
  return {
    busy: Uint8Array.from(isBusy, (one) => (one ? 200 : 10)),
    light: Uint8Array.from(isBusy, (one) => (one ? 230 : 40)),
    ratio: 9 / 16,
    subject: null,
  }
}
const maps = new Map([
  [BEFORE, half('upper')],
  [AFTER, half('lower')],
])

function dressed(look: LookId, background: string, map: PhotoMap | undefined): Slide {
  let ids = 0
  const place: SlidePlace = { index: 0, written: 5, softSell: false, companyImages: null, background, newId: () => `id${ids++}` }
  const slide = { ...emptySlide(place, 'x'), textBoxes: coverBoxes(place, '5 reasons your sourdough is dense') }
  return dressSlide(slide, { spec: lookSpec(look), role: 'cover', index: 0, map: map ?? null, emphasis: 'dense' })
}

const change = (slide: Slide) => withPhoto(slide, { path: AFTER, maps, brand: null, role: 'cover', index: 0 })

describe.each(LOOK_IDS.filter((id) => id !== CLASSIC && id !== BRAND))('a slide in the look %s', (look) => {
  test('is laid out for its new photo as if it had always had it', () => {
    const changed = change(dressed(look, BEFORE, maps.get(BEFORE)))
    expect(changed.backgroundImage).toBe(AFTER)
    expect(sameData(changed, dressed(look, AFTER, maps.get(AFTER)))).toBe(true)
  })

  test('keeps texts that the user moved', () => {
    const slide = dressed(look, BEFORE, maps.get(BEFORE))
    const moved = { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, x: box.x + 3 })) }
    const changed = change(moved)
    expect([changed.backgroundImage, changed.textBoxes]).toEqual([AFTER, moved.textBoxes])
  })
})

test('a text goes to the calm half of the new photo', () => {
  const slide = dressed('bold', BEFORE, maps.get(BEFORE))
  expect(change(slide).textBoxes[0]?.y).toBeLessThan((slide.textBoxes[0]?.y ?? 0) - 50)
})
