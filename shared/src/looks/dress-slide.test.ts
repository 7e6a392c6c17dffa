import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTENT_TYPE_WRITERS } from '../content-types/writers.ts'
import { NO_TEXTS, type SlideDraft } from '../content-types/draft.ts'
import type { SlidePlace } from '../content-types/boxes.ts'
import { MAP_CELLS, MAP_COLUMNS, MAP_ROWS, type PhotoMap } from '../photos/photo-map.ts'
import { HIGHLIGHT_PADDING } from '../scene/text-style.ts'
import { slideHeight } from '../slide/formats.ts'
import { changeInFormat, inFormat } from '../slide/in-format.ts'
import { formatSafeArea, SAFE_AREA } from '../slide/safe-area.ts'
import { slideSchema, type Slide, type TextBox } from '../slide/model.ts'
import { dressSlide, type Dressing } from './dress-slide.ts'
import type { SlideRole } from './look.ts'
import { LOOK_IDS, type LookId } from './look-ids.ts'
import { lookSpec } from './looks.ts'

function placeAt(index: number): SlidePlace {
  let ids = 0
  return { index, written: 5, softSell: false, companyImages: null, background: 'user/photo.jpg', newId: () => `id${ids++}` }
}

const cover = (title: string, background: string | null = 'user/photo.jpg'): Slide =>
  CONTENT_TYPE_WRITERS['numbered-list'].compose({ ...NO_TEXTS, title }, { ...placeAt(0), background })
const point = (draft: Partial<SlideDraft>): Slide => CONTENT_TYPE_WRITERS['numbered-list'].compose({ ...NO_TEXTS, ...draft }, placeAt(2))
const lines = (...texts: string[]): Slide =>
  CONTENT_TYPE_WRITERS['directly-personal'].compose({ ...NO_TEXTS, title: 'x', lines: texts }, placeAt(2))

const wear = (look: LookId, slide: Slide, over: Partial<Dressing> = {}): Slide =>
  dressSlide(slide, { spec: lookSpec(look), role: 'cover', index: 0, map: null, emphasis: '', ...over })

function withoutEmphasis({ emphasis, ...box }: TextBox): Omit<TextBox, 'emphasis'> {
  expect(emphasis?.every((one) => Object.keys(one).length === 2) ?? true).toBe(true)
  return box
}

/** Without the place of the emphasised words, which Classic remembers and doesn't draw. */
const plain = ({ textBoxes, ...rest }: Slide) => ({ ...rest, textBoxes: textBoxes.map((box) => withoutEmphasis(box)) })

const BOLD = LOOK_IDS.filter((id) => id !== 'classic')
const SMALLEST = (44 * 256) / 1080

/** A map that is busy and light in some rows, and calm and dark elsewhere. */
function mapOf(isBusy: (row: number) => boolean): PhotoMap {
  const rows = Array.from({ length: MAP_CELLS }, (_, cell) => Math.floor(cell / MAP_COLUMNS))
  return {
    busy: Uint8Array.from(rows, (row) => (isBusy(row) ? 200 : 10)),
    light: Uint8Array.from(rows, (row) => (isBusy(row) ? 230 : 40)),
    subject: null,
    ratio: 9 / 16,
  }
}

describe.each(BOLD)('the look %s', (look) => {
  const slides: [SlideRole, Slide][] = [
    ['cover', cover('5 reasons your sourdough is dense')],
    ['question', cover('what is the smallest thing that changed your mornings?')],
    [
      'point',
      point({
        title: '1. your starter is asleep',
        description: 'feed it until it doubles in four hours. a sleepy starter lifts nothing, however long you wait.',
      }),
    ],
    [
      'lines',
      lines(
        "you're not behind.",
        "you're looking at everyone else's middle.",
        'tonight: write down one thing for monday.',
        'the rest can wait.',
      ),
    ],
  ]

  test.each(slides)('sets a %s large, inside the safe area, without overlaps', (role, slide) => {
    const worn = wear(look, slide, { role })
    expect(slideSchema.parse(worn)).toEqual(worn)
    const texts = worn.textBoxes
    expect(Math.min(...texts.map(({ fontSize }) => fontSize))).toBeGreaterThanOrEqual(SMALLEST)
    for (const { x, y, width, height, id, fontSize, highlightColor } of texts) {
      // Room for a highlight may reach beyond the safe area where there is none.
      const inset = highlightColor === undefined ? HIGHLIGHT_PADDING * fontSize : 0
      expect(x + inset, id).toBeGreaterThanOrEqual(0)
      expect(x + width - inset, id).toBeLessThanOrEqual(SAFE_AREA.x + SAFE_AREA.width + 0.5)
      expect(y, id).toBeGreaterThanOrEqual(SAFE_AREA.y)
      expect(y + height, id).toBeLessThanOrEqual(SAFE_AREA.y + SAFE_AREA.height)
    }
    const column = texts.filter(({ id }) => id !== 'look-mark').toSorted((a, b) => a.y - b.y)
    for (const [at, box] of column.entries()) expect(box.y + box.height).toBeLessThanOrEqual((column[at + 1]?.y ?? Infinity) + 0.2)
  })

  test('keeps texts of any length whole and valid', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 40 }), { minLength: 1, maxLength: 4 }), (texts) => {
        const [title = '', ...rest] = texts
        const worn = wear(look, point({ title: `3. ${title}`, description: rest.join(' ') }), { role: 'point' })
        expect(slideSchema.parse(worn)).toEqual(worn)
        for (const { y, height } of worn.textBoxes) expect(y + height).toBeLessThanOrEqual(SAFE_AREA.y + SAFE_AREA.height + 30)
      }),
      { numRuns: 60 },
    )
  })

  test('gives way to any other look without a trace', () => {
    for (const other of LOOK_IDS) {
      const slide = point({ title: '2. it never proofed', description: 'give it an hour.' })
      const direct = wear(other, slide, { role: 'point', emphasis: 'proofed' })
      const changed = wear(other, wear(look, slide, { role: 'point', emphasis: 'proofed' }), { role: 'point' })
      if (other === 'classic') expect(plain(changed)).toEqual(plain(direct))
      else expect(changed).toEqual(direct)
    }
  })
})

test('Classic has the numbers of the specification', () => {
  const slide = point({ title: '2. it never proofed', description: 'give it an hour.' })
  const back = wear('classic', wear('numeral', slide, { role: 'point' }), { role: 'point' })
  expect(plain(back)).toEqual(plain(slide))
})

describe('where texts go', () => {
  const middleOf = (slide: Slide): number => (slide.textBoxes[0]?.y ?? 0) + (slide.textBoxes[0]?.height ?? 0) / 2

  test('is where the photo is calm', () => {
    const title = 'slow mornings are a skill'
    expect(middleOf(wear('bold', cover(title), { map: mapOf((row) => row > MAP_ROWS / 2) }))).toBeLessThan(150)
    expect(middleOf(wear('bold', cover(title), { map: mapOf((row) => row < MAP_ROWS / 2) }))).toBeGreaterThan(250)
  })

  test('is darker over a light photo than over a dark one', () => {
    const amount = (light: number): number =>
      wear('bold', cover('slow mornings'), {
        map: { busy: new Uint8Array(MAP_CELLS), light: new Uint8Array(MAP_CELLS).fill(light), subject: null, ratio: 9 / 16 },
      }).photoEffects?.scrim?.amount ?? 0
    expect(amount(20)).toBe(4)
    expect(amount(240)).toBeGreaterThan(5)
  })
})

describe('emphasis', () => {
  const emphasised = (slide: Slide) =>
    slide.textBoxes.flatMap(({ text, emphasis = [] }) => emphasis.map(({ start, end }) => text.slice(start, end)))

  test('has the words that the model chose, in any case', () => {
    expect(emphasised(wear('bold', cover('why Sourdough is dense'), { emphasis: 'sourdough' }))).toEqual(['Sourdough'])
  })

  test.each(['rye', 'dens', 'why sourdough is dense', ''])('falls back to the longest word for %j', (emphasis) => {
    expect(emphasised(wear('bold', cover('why sourdough is dense'), { emphasis }))).toEqual(['sourdough'])
  })

  test('stays where a user put it', () => {
    const slide = cover('why sourdough is dense')
    const own = { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, emphasis: [{ start: 17, end: 22, color: '#ff0000' }] })) }
    expect(emphasised(wear('bold', own, { emphasis: 'sourdough' }))).toEqual(['dense'])
  })
})

test('a look without photos covers the photo and keeps it', () => {
  const worn = wear('color', cover('slow mornings'))
  expect(worn.backgroundImage).toBe('user/photo.jpg')
  expect(worn.layers?.[0]).toBe('look-ground')
  expect(wear('bold', worn)).toEqual(wear('bold', cover('slow mornings')))
})

test('a locked or hidden text, and a page number, keep their places', () => {
  const slide = cover('slow mornings')
  const more = slideSchema.parse({
    ...slide,
    textBoxes: [...slide.textBoxes, { id: 'locked', text: 'mine', locked: true }, { id: 'hidden', text: 'gone', hidden: true }],
  })
  const worn = wear('bold', more)
  expect(worn.textBoxes.filter(({ id }) => id === 'locked' || id === 'hidden')).toEqual(more.textBoxes.slice(1))
})

/** A map whose cells are busy by their place, with a subject. */
const mapWith = (isBusy: (column: number, row: number) => boolean, subject: PhotoMap['subject'], ratio: number): PhotoMap => ({
  busy: Uint8Array.from({ length: MAP_CELLS }, (_, cell) => (isBusy(cell % MAP_COLUMNS, Math.floor(cell / MAP_COLUMNS)) ? 200 : 10)),
  light: new Uint8Array(MAP_CELLS).fill(60),
  subject,
  ratio,
})

describe('the photo', () => {
  test('moves to its calm side where it is wider than the slide, and keeps its subject', () => {
    const map = mapWith((column) => column < 9, { x: 0.47, y: 0.2 }, 16 / 9)
    const worn = wear('bold', cover('slow mornings are a skill'), { map })
    expect(worn.photoPlacement).toMatchObject({ fit: 'fill', zoom: 1, y: 0.5 })
    expect(worn.photoPlacement?.x).toBeGreaterThan(0.5)
    const visible = 9 / 16 / (16 / 9)
    expect(0.47).toBeGreaterThan((worn.photoPlacement?.x ?? 0) - visible / 2)
    const { look: _, ...bare } = wear('classic', worn)
    expect(plain(bare)).toEqual(plain(cover('slow mornings are a skill')))
  })

  test('stays where a user framed it, and texts follow what is seen', () => {
    const photoPlacement = { fit: 'fill' as const, x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 2 }
    const map = mapWith((_, row) => row > MAP_ROWS / 2, null, 9 / 16)
    const worn = wear('bold', { ...cover('slow mornings are a skill'), photoPlacement }, { map })
    expect(worn.photoPlacement).toEqual(photoPlacement)
    expect(worn.textBoxes[0]?.y).toBeGreaterThan(200)
  })

  test('is not moved for a calm photo', () => {
    expect(wear('bold', cover('slow mornings'), { map: mapWith(() => false, null, 16 / 9) }).photoPlacement).toBeUndefined()
  })
})

describe.each(['4:5', '3:4', '1:1', '2:3'] as const)('in %s', (format) => {
  const slide = point({
    title: '1. your starter is asleep',
    description: 'feed it until it doubles in four hours. a sleepy starter lifts nothing, however long you wait.',
  })
  const safe = formatSafeArea(format)

  test.each(BOLD)('the look %s keeps texts large, inside the safe area and apart', (look) => {
    const map = mapWith((column, row) => (column * 7 + row * 3) % 5 < 2, { x: 0.5, y: 0.45 }, 3 / 4)
    const shown = inFormat(wear(look, slide, { role: 'point', map }), format)
    expect(Math.min(...shown.textBoxes.map(({ fontSize }) => fontSize))).toBeGreaterThanOrEqual(8)
    for (const { x, y, width, height, id, fontSize, highlightColor } of shown.textBoxes) {
      const inset = highlightColor === undefined ? HIGHLIGHT_PADDING * fontSize : 0
      expect(x + inset, id).toBeGreaterThanOrEqual(safe.x - 0.5)
      expect(x + width - inset, id).toBeLessThanOrEqual(safe.x + safe.width + 0.5)
      expect(y, id).toBeGreaterThanOrEqual(safe.y)
      expect(y + height, id).toBeLessThanOrEqual(safe.y + safe.height)
    }
    const column = shown.textBoxes.filter(({ id }) => id !== 'look-mark').toSorted((a, b) => a.y - b.y)
    for (const [at, box] of column.entries()) expect(box.y + box.height).toBeLessThanOrEqual((column[at + 1]?.y ?? Infinity) + 0.2)
  })

  test('texts are where the photo is calm there, with the scrim under them', () => {
    const busyTop = wear('bold', cover('slow mornings'), { map: mapOf((row) => row < MAP_ROWS / 2) })
    const shown = inFormat(busyTop, format)
    const [title] = shown.textBoxes
    expect((title?.y ?? 0) + (title?.height ?? 0) / 2).toBeGreaterThan(slideHeight(format) / 2)
    const { full = 1, end = 0 } = shown.photoEffects?.scrim ?? {}
    expect(full * slideHeight(format)).toBeLessThanOrEqual(title?.y ?? 0)
    expect(end).toBeLessThan(full)
  })

  test('a box that a user moved follows by the general rules, with all others', () => {
    const worn = wear('bold', slide, { role: 'point' })
    const moved = { ...worn, textBoxes: worn.textBoxes.map((box, at) => (at === 0 ? { ...box, y: box.y - 30 } : box)) }
    const { look: _, ...bare } = moved
    const { look: __, ...shown } = inFormat(moved, format)
    expect(shown).toEqual(inFormat(bare, format))
    expect(inFormat(worn, format).textBoxes).not.toEqual(shown.textBoxes)
  })

  test('a change in the format stays there, and leaves scrim and focus of the slide', () => {
    const worn = wear('bold', cover('slow mornings'), { map: mapOf((row) => row < MAP_ROWS / 2) })
    const id = worn.textBoxes[0]?.id ?? ''
    const changed = changeInFormat(worn, format, (shown) => ({
      ...shown,
      textBoxes: shown.textBoxes.map((box) => ({ ...box, x: box.x + 5 })),
    }))
    expect(changed).toEqual({ ...worn, formats: { [format]: { boxes: { [id]: changed.formats?.[format]?.boxes?.[id] } } } })
    expect(changed.formats?.[format]?.boxes?.[id]?.x).toBeCloseTo((inFormat(worn, format).textBoxes[0]?.x ?? 0) + 5)
  })
})

test('any map gives the same slide twice, in each look', () => {
  const bytes = fc.uint8Array({ minLength: MAP_CELLS, maxLength: MAP_CELLS })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const maps = fc.record({
    busy: bytes,
    light: bytes,
    subject: fc.option(fc.record({ x: share, y: share })),
    ratio: fc.double({ min: 0.2, max: 4, noNaN: true }),
  })
  fc.assert(
    fc.property(maps, fc.constantFrom(...BOLD), (map, look) => {
      const worn = wear(look, cover('5 reasons your sourdough is dense'), { map })
      expect(slideSchema.parse(worn)).toEqual(worn)
      expect(wear(look, cover('5 reasons your sourdough is dense'), { map: { ...map } })).toEqual(worn)
      expect(wear(look, worn, { map })).toEqual(worn)
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['3. امشِ عشر دقائق', 'right'],
  ['ten words about עברית', 'left'],
] as const)('a look that begins at the left follows the direction of "%s"', (title, side) => {
  for (const look of ['underline', 'numeral'] as const) {
    const { textBoxes } = wear(look, point({ title, lines: ['x'] }), { role: 'point' })
    const inset = (fontSize: number): number => HIGHLIGHT_PADDING * fontSize
    const edges = textBoxes.map(({ x, width, fontSize }) => (side === 'right' ? x + width - inset(fontSize) : x + inset(fontSize)))
    expect(textBoxes.every(({ align }) => align === side)).toBe(true)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(0.5)
  }
})
