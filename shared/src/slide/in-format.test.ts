import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { logoPlace } from '../brand/apply-brand.ts'
import { LOGO_CORNERS, LOGO_SIZES } from '../brand/limits.ts'
import { findBox, frameOf, listBoxes, LOGO_REF } from './box.ts'
import type { Frame } from './box.ts'
import { applyEdit } from './edit.ts'
import type { Edit } from './edit.ts'
import { FORMATS, OTHER_FORMATS, slideHeight } from './formats.ts'
import { SLIDE_WIDTH } from './limits.ts'
import { inFormat, isAdjusted } from './in-format.ts'
import { slideSchema, slidesSchema } from './model.ts'
import type { Slide } from './model.ts'
import { newPageNumber } from './new-box.ts'
import { arbitraryEdit, sampleDocument } from './testing/arbitrary-edits.ts'

const PATH = 'user-1/1700000000000_abc.jpg'
const slideOf = (rest: object): Slide => slideSchema.parse({ id: 's', ...rest })
const placeOf = (slide: Slide, ref: string): Frame => {
  const frame = findBox(slide, ref)?.frame
  if (!frame) throw new Error(`There is no box ${ref}`)
  return frame
}
const bottomOf = ({ y, height }: Frame): number => y + height
const overlap = (a: Frame, b: Frame): boolean =>
  a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < bottomOf(b) - 0.5 && b.y < bottomOf(a) - 0.5

/** Boxes that lie apart on a slide in 9:16, in up to three columns. */
const apart = fc
  .array(
    fc.record({ column: fc.integer({ min: 0, max: 2 }), gap: fc.integer({ min: 0, max: 40 }), height: fc.integer({ min: 10, max: 60 }) }),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .map((list) => {
    const next = [0, 0, 0]
    const textBoxes = list.flatMap(({ column, gap, height }, index) => {
      const y = (next[column] ?? 0) + gap
      if (y + height > 455) return []
      next[column] = y + height
      return [{ id: `b${index}`, text: 'words', x: column * 84, y, width: 80, height }]
    })
    return slideOf({ textBoxes })
  })

describe('a slide in another format', () => {
  it('is the very slide in the main one', () => {
    const slide = slideOf({})
    expect(inFormat(slide, '9:16')).toBe(slide)
    expect(inFormat(slide, '4:5')).toBe(inFormat(slide, '4:5'))
  })

  test('keeps boxes apart and on the slide, in their ratio and from top to bottom', () => {
    fc.assert(
      fc.property(apart, fc.constantFrom(...OTHER_FORMATS), (slide, format) => {
        const shown = inFormat(slide, format)
        const places = listBoxes(shown).map(({ frame }) => frame)
        for (const [i, a] of places.entries()) {
          expect(a.y).toBeGreaterThanOrEqual(-0.6)
          expect(bottomOf(a)).toBeLessThanOrEqual(slideHeight(format) + 0.6)
          for (const b of places.slice(i + 1)) expect(overlap(a, b)).toBe(false)
        }
        for (const box of slide.textBoxes) {
          const { width, height } = placeOf(shown, box.id)
          expect(Math.abs(width / height - box.width / box.height)).toBeLessThan(0.05)
        }
        for (const [a, b] of slide.textBoxes.flatMap((one) => slide.textBoxes.map((other) => [one, other] as const))) {
          if (a.x === b.x && bottomOf(a) <= b.y) expect(placeOf(shown, a.id).y).toBeLessThan(placeOf(shown, b.id).y)
        }
      }),
    )
  })

  it('keeps sizes where there is room, and makes all smaller alike where there is none', () => {
    const few = slideOf({ textBoxes: [{ id: 'a', text: 'a', y: 60, height: 40, fontSize: 12 }] })
    expect(inFormat(few, '1:1').textBoxes[0]).toMatchObject({ width: 180, height: 40, fontSize: 12 })
    const many = slideOf({ textBoxes: [0, 1, 2, 3, 4].map((n) => ({ id: `b${n}`, text: 'x', y: 20 + n * 70, height: 68, fontSize: 12 })) })
    const sizes = inFormat(many, '1:1').textBoxes.map(({ fontSize, height }) => `${fontSize} ${height}`)
    expect(new Set(sizes).size).toBe(1)
    expect(inFormat(many, '1:1').textBoxes[0]?.fontSize).toBeLessThan(12)
  })

  it('keeps a logo in its corner, a caption at the bottom and a title at the top', () => {
    const textBoxes = [
      { id: 'title', text: 'title', y: 22, height: 40 },
      { id: 'foot', text: 'foot', y: 425, height: 30 },
    ]
    const slide = slideOf({ textBoxes, logoImage: PATH, logoPosition: { x: 196, y: 8, width: 52, height: 12 } })
    for (const format of OTHER_FORMATS) {
      const shown = inFormat(slide, format)
      expect(placeOf(shown, LOGO_REF)).toMatchObject({ x: 196, y: 8 })
      expect(placeOf(shown, 'title').y).toBeCloseTo(22, 0)
      expect(bottomOf(placeOf(shown, 'foot'))).toBeCloseTo(slideHeight(format), 0)
    }
  })

  it('moves a text together with the shape behind it, and stretches one that spans the slide', () => {
    const shapeBoxes = [
      { id: 'card', shape: 'rectangle', x: 20, y: 100, width: 216, height: 120 },
      { id: 'frame', shape: 'rectangle', x: 8, y: 8, width: 240, height: 439 },
    ]
    const slide = slideOf({ shapeBoxes, textBoxes: [{ id: 'a', text: 'a', x: 30, y: 120, width: 196, height: 60 }] })
    const shown = inFormat(slide, '4:5')
    const [card, text] = [placeOf(shown, 'card'), placeOf(shown, 'a')]
    expect([text.x - card.x, text.y - card.y]).toEqual([10, 20])
    expect(placeOf(shown, 'frame')).toMatchObject({ x: 8, y: 8, width: 240 })
    expect(placeOf(shown, 'frame').height).toBeCloseTo(320 - 16, 0)
  })
})

describe('what belongs together in another format', () => {
  it('moves without jumps as the box in 9:16 moves', () => {
    for (const format of OTHER_FORMATS) {
      const topOf = (y: number): number => placeOf(inFormat(slideOf({ textBoxes: [{ id: 'a', text: 'a', y, height: 20 }] }), format), 'a').y
      for (let y = 0; y < 430; y += 1) {
        const step = topOf(y + 1) - topOf(y)
        expect(step).toBeGreaterThan(0)
        expect(step).toBeLessThan(1.5)
      }
    }
  })

  it('stays aligned where all become narrower, but for a logo, which keeps its corner', () => {
    const place = { x: 28, width: 200 }
    const textBoxes = [0, 1, 2, 3].map((n) => ({ id: `b${n}`, text: 'x', y: 50 + n * 90, height: 80, ...place }))
    const imageBoxes = [{ id: 'i', imageUrl: PATH, x: 28, y: 410, width: 60, height: 20 }]
    const slide = slideOf({ textBoxes, imageBoxes, logoImage: PATH, logoPosition: { x: 196, y: 8, width: 52, height: 12 } })
    const shown = inFormat(slide, '1:1')
    const [text, image, logo] = [placeOf(shown, 'b0'), placeOf(shown, 'i'), placeOf(shown, LOGO_REF)]
    expect(text.width).toBeLessThan(200)
    expect(text.x).toBeCloseTo((SLIDE_WIDTH - text.width) / 2, 1)
    expect(image.x).toBe(text.x)
    expect(logo.x + logo.width).toBeCloseTo(248, 1)
  })

  it('reaches the edges that it reached: an image behind all is cut, and a band keeps the width of the slide', () => {
    const shapeBoxes = [{ id: 'band', shape: 'rectangle', x: 0, y: 40, width: 256, height: 330 }]
    const imageBoxes = [{ id: 'behind', imageUrl: PATH, x: 0, y: 0, width: 256, height: 455 }]
    const shown = inFormat(slideOf({ shapeBoxes, imageBoxes }), '1:1')
    expect(placeOf(shown, 'behind')).toEqual({ x: 0, y: -99.56, width: 256, height: 455 })
    expect(placeOf(shown, 'band')).toMatchObject({ x: 0, width: 256 })
    expect(placeOf(shown, 'band').height).toBeLessThan(256)
  })
})

const LOGOS = LOGO_CORNERS.flatMap((corner) => LOGO_SIZES.map((size) => logoPlace({ corner, size })))
const dots = (rest: object): object => ({ shape: 'progress', fill: '#ffffff', width: 120, height: 8, x: 68, ...rest })

/** A column of centred texts with things at the edges of the slide, some of which lie over the texts. */
const withFixtures = fc
  .record({
    texts: fc.array(fc.record({ gap: fc.integer({ min: 0, max: 30 }), height: fc.integer({ min: 20, max: 80 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    width: fc.integer({ min: 90, max: 128 }).map((half) => half * 2),
    logo: fc.option(fc.constantFrom(...LOGOS)),
    progress: fc.constantFrom([], [dots({ id: 'dots', y: 24 })], [dots({ id: 'dots', y: 420 })]),
    number: fc.constantFrom([], [newPageNumber('number')]),
    handle: fc.constantFrom([], [{ id: 'handle', text: '@someone', x: 12, y: 330, width: 80, height: 16 }]),
    badge: fc.constantFrom([], [{ id: 'badge', shape: 'ellipse', x: 176, y: 11, width: 54, height: 34 }]),
    sticker: fc.constantFrom([], [{ id: 'sticker', shape: 'emoji', glyph: '1f600', x: 200, y: 60, width: 50, height: 50 }]),
  })
  .map(({ texts, width, logo, progress, number, handle, badge, sticker }) => {
    let next = 60
    const textBoxes = texts.map(({ gap, height }, index) => {
      const y = next + gap
      next = y + height
      return { id: `b${index}`, text: 'words', x: 128 - width / 2, width, y, height }
    })
    return slideOf({
      textBoxes: [...textBoxes, ...number, ...handle],
      shapeBoxes: [...badge, ...sticker, ...progress],
      ...(logo && { logoImage: PATH, logoPosition: logo }),
    })
  })

describe('a logo, page number, progress dots or handle at an edge', () => {
  const middleOf = ({ x, width }: Frame): number => x + width / 2
  const isText = (ref: string): boolean => ref.startsWith('b') && ref !== 'badge'

  test('leaves centred texts centred and clear, and keeps to its side', () => {
    fc.assert(
      fc.property(withFixtures, fc.constantFrom(...OTHER_FORMATS), (slide, format) => {
        const shown = inFormat(slide, format)
        const texts = listBoxes(shown).filter(({ ref }) => isText(ref))
        const fixtures = listBoxes(shown).filter(({ ref }) => !isText(ref) && ref !== 'sticker')
        for (const { frame } of texts) expect(middleOf(frame)).toBeCloseTo(SLIDE_WIDTH / 2, 1)
        for (const { ref, frame } of fixtures) {
          for (const text of texts) expect(overlap(frame, text.frame), `${ref} over ${text.ref}`).toBe(false)
          const before = placeOf(slide, ref)
          if (ref === 'dots') expect(middleOf(frame)).toBeCloseTo(SLIDE_WIDTH / 2, 1)
          else if (middleOf(before) < SLIDE_WIDTH / 2) expect(frame.x).toBeCloseTo(before.x, 1)
          else expect(frame.x + frame.width).toBeLessThanOrEqual(before.x + before.width + 2.1)
          expect(middleOf(frame) < SLIDE_WIDTH / 2).toBe(middleOf(before) < SLIDE_WIDTH / 2)
          expect(frame.y + frame.height / 2 < slideHeight(format) / 2).toBe(before.y + before.height / 2 < 455 / 2)
          expect(frame.y).toBeGreaterThanOrEqual(-0.6)
          expect(bottomOf(frame)).toBeLessThanOrEqual(slideHeight(format) + 0.6)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('keeps to the corner of the safe area, at the size it had', () => {
    const textBoxes = [{ id: 'a', text: 'a', y: 120, height: 40 }]
    for (const [corner, top] of [
      ['bottom-left', slideHeight('1:1') - 12 - 36],
      ['top-right', 19],
    ] as const) {
      const logoPosition = logoPlace({ corner, size: 'medium' })
      const shown = inFormat(slideOf({ textBoxes, logoImage: PATH, logoPosition }), '1:1')
      const logo = placeOf(shown, LOGO_REF)
      expect(logo).toMatchObject({ x: logoPosition.x, width: 60, height: 36 })
      expect(Math.abs(logo.y - top)).toBeLessThan(1)
    }
  })

  it('moves with a card that holds it, and a page number with its badge', () => {
    const shapeBoxes = [
      { id: 'card', shape: 'rectangle', x: 20, y: 240, width: 216, height: 110 },
      { id: 'badge', shape: 'ellipse', x: 176, y: 11, width: 54, height: 34 },
    ]
    const textBoxes = [{ id: 'a', text: 'a', x: 30, y: 250, width: 196, height: 50 }, newPageNumber('number')]
    const shown = inFormat(
      slideOf({ shapeBoxes, textBoxes, logoImage: PATH, logoPosition: { x: 30, y: 310, width: 40, height: 30 } }),
      '1:1',
    )
    const offset = (ref: string, from: string): number[] => {
      const [a, b] = [placeOf(shown, ref), placeOf(shown, from)]
      return [Math.round(a.x - b.x), Math.round(a.y - b.y)]
    }
    expect(offset(LOGO_REF, 'card')).toEqual([10, 70])
    expect(offset('number', 'badge')).toEqual([2, 2])
  })
})

describe('an edit in a format', () => {
  const slide = slideOf({
    textBoxes: [{ id: 'a', text: 'a', y: 100, height: 40 }],
    imageBoxes: [{ id: 'i', imageUrl: PATH, y: 200 }],
    backgroundImage: PATH,
  })
  const doc = { title: 'T', slides: [slide] }
  const edited = (...edits: Edit[]): Slide => {
    const [result] = edits.reduce(applyEdit, doc).slides
    if (!result) throw new Error('The slide is gone')
    return result
  }

  it('moves and resizes there only', () => {
    const moved = edited({ type: 'set-frames', slideId: 's', frames: { a: { x: 10, y: 250, fontSize: 14 } }, format: '4:5' })
    expect(moved.textBoxes).toEqual(slide.textBoxes)
    expect(inFormat(moved, '4:5').textBoxes[0]).toMatchObject({ x: 10, y: 250, fontSize: 14 })
    expect(inFormat(moved, '1:1').textBoxes).toEqual(inFormat(slide, '1:1').textBoxes)
    expect(moved.formats).toEqual({ '4:5': { boxes: { a: { x: 10, y: 250, width: 180, height: 40, fontSize: 14 } } } })
    expect([isAdjusted(moved, '4:5'), isAdjusted(moved, '1:1')]).toEqual([true, false])
  })

  it('holds a box on the slide of that format', () => {
    const moved = edited({ type: 'move-boxes', slideId: 's', refs: ['a'], dx: 0, dy: 900, format: '1:1' })
    expect(placeOf(inFormat(moved, '1:1'), 'a').y).toBe(SLIDE_WIDTH - 16)
  })

  it('changes words and colors everywhere', () => {
    const words: Edit = { type: 'set-text', slideId: 's', boxId: 'a', text: 'other' }
    const color: Edit = { type: 'style-boxes', slideId: 's', refs: ['a'], style: { textColor: '#ff0000' } }
    const changed = edited({ ...words, format: '4:5' }, { ...color, format: '4:5' })
    expect(changed.textBoxes[0]).toMatchObject({ text: 'other', textColor: '#ff0000' })
    expect(changed.formats).toBeUndefined()
  })

  it('adds a box to all formats, at its place in that one', () => {
    const textBoxes = slide.textBoxes.map((box) => ({ ...box, id: 'n', y: 260, height: 40 }))
    const added = edited({ type: 'add-boxes', slideId: 's', textBoxes, format: '4:5' })
    expect(placeOf(inFormat(added, '4:5'), 'n').y).toBe(260)
    expect(placeOf(added, 'n').y).toBeGreaterThan(340)
    expect(bottomOf(placeOf(inFormat(added, '1:1'), 'n'))).toBeLessThanOrEqual(256)
  })

  it('places the photo there only, until another photo comes', () => {
    const photoPlacement = { fit: 'fill', x: 0.5, y: 0.1, zoom: 2, flip: false, turns: 0 } as const
    const placed = edited({ type: 'style-slides', slideIds: ['s'], style: { photoPlacement }, format: '1:1' })
    expect(placed.photoPlacement).toBeUndefined()
    expect(inFormat(placed, '1:1').photoPlacement).toEqual(photoPlacement)
    const [other] = applyEdit({ title: 'T', slides: [placed] }, { type: 'set-background', slideIds: ['s'], path: null }).slides
    expect(other?.formats).toBeUndefined()
  })

  it('is taken back for a box or for the slide', () => {
    const move: Edit = { type: 'move-boxes', slideId: 's', refs: ['a', 'i'], dx: 5, dy: 5, format: '4:5' }
    const one = edited(move, { type: 'reset-format', slideIds: ['s'], refs: ['a'], format: '4:5' })
    expect(Object.keys(one.formats?.['4:5']?.boxes ?? {})).toEqual(['i'])
    expect(edited(move, { type: 'reset-format', slideIds: ['s'], format: '4:5' })).toEqual(slide)
  })

  it('leaves nothing behind of a box that is deleted', () => {
    const move: Edit = { type: 'move-boxes', slideId: 's', refs: ['a'], dx: 5, dy: 5, format: '4:5' }
    expect(edited(move, { type: 'delete-boxes', slideId: 's', refs: ['a'] }).formats).toBeUndefined()
  })

  test('shows what it asked for, keeps other formats, and gives a document that can be saved', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEdit, { maxLength: 8 }), fc.constantFrom(...OTHER_FORMATS), (edits, format) => {
        const before = edits.reduce(applyEdit, sampleDocument())
        expect(slidesSchema.safeParse(before.slides).error).toBeUndefined()
        const target = before.slides[0]
        const box = target?.textBoxes[0]
        if (!target || !box || box.locked) return
        const frames = { [box.id]: { x: 20, y: 40, width: 100, height: 50 } }
        const after = applyEdit(before, { type: 'set-frames', slideId: target.id, frames, format })
        const [changed] = after.slides
        if (!changed) throw new Error('The slide is gone')
        expect(frameOf(placeOf(inFormat(changed, format), box.id))).toEqual(frames[box.id])
        for (const other of FORMATS.filter((each) => each !== format)) {
          expect(listBoxes(inFormat(changed, other))).toEqual(listBoxes(inFormat(target, other)))
        }
      }),
    )
  })
})
