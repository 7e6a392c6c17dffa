import { beforeAll, describe, expect, test } from 'vitest'
import { layoutSlide } from '../scene/layout.ts'
import { textsOf } from '../scene/scene.ts'
import { logoFrame } from '../slide/box.ts'
import type { Slide } from '../slide/model.ts'
import { applyBrand } from '../brand/apply-brand.ts'
import { NEW_BRAND } from '../brand/defaults.ts'
import { LOGO_CORNERS, LOGO_SIZES } from '../brand/limits.ts'
import { overlapArea } from '../slide/geometry.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import type { SlidePlace } from './boxes.ts'
import { likeAndFollowSlide } from './company-slides.ts'
import { NO_TEXTS, type SlideDraft } from './draft.ts'
import { canGrowTexts, fontSizeOfTexts, withLargerText, withTextSize } from './text-size.ts'
import { TEXT_SIZES } from './text-sizes.ts'
import { CONTENT_TYPE_WRITERS } from './writers.ts'

/** Natural words at the limits which the prompts set, in languages of short and of long words. */
const LANGUAGES = {
  English: {
    hook: '5 quiet habits that gave me back every morning (no 5am club)',
    title: '3. leave the phone in another room tonight',
    body: 'the first ten minutes set the mood for the other sixteen hours, so give them to yourself and nobody else at all',
    line: 'you said yes again although every part of you meant no',
    quote: 'nobody is coming to make the first step for you, and that is the best news you will hear today',
  },
  German: {
    hook: '5 leise gewohnheiten, die mir jeden morgen zurückgegeben haben (ohne wecker)',
    title: '3. lass das telefon heute nacht im nebenzimmer',
    body: 'die ersten zehn minuten bestimmen die stimmung der übrigen sechzehn stunden, also schenke sie dir selbst und niemandem sonst',
    line: 'du hast wieder ja gesagt, obwohl alles in dir nein meinte',
    quote: 'niemand kommt und macht den ersten schritt für dich, und das ist die beste nachricht, die du heute hören wirst',
  },
  Russian: {
    hook: '5 тихих привычек, которые вернули мне каждое утро (без будильника)',
    title: '3. оставь телефон сегодня ночью в другой комнате',
    body: 'первые десять минут задают настроение остальным шестнадцати часам, поэтому подари их себе и больше никому',
    line: 'ты снова согласился, хотя всё внутри тебя было против',
    quote: 'никто не придёт и не сделает первый шаг за тебя, и это лучшая новость, которую ты услышишь сегодня',
  },
} as const
type Words = (typeof LANGUAGES)[keyof typeof LANGUAGES]

/** 80 px from the top, 120 from the right and 450 from the bottom of 1080 x 1920, in units of 256 across. */
const SAFE = { top: 18.96, right: 227.56, bottom: 348.45 }

let shaper: Shaper
beforeAll(async () => {
  shaper = await testShaper()
  const texts = Object.values(LANGUAGES).flatMap((words) => Object.values(words))
  await loadFor(
    shaper,
    texts.map((text) => slideOf([text])),
  )
})

function place(index: number, rest: Partial<SlidePlace> = {}): SlidePlace {
  let ids = 0
  return { index, written: 5, softSell: false, companyImages: null, background: null, newId: () => `id${ids++}`, ...rest }
}

const draft = (fields: Partial<SlideDraft>): SlideDraft => ({ ...NO_TEXTS, ...fields })
const PHOTO = { softSell: true, companyImages: { logoPath: 'user/logo.png', productPhotoPath: 'user/product.jpg' } }
const LOGO = { softSell: true, companyImages: { logoPath: 'user/logo.png', productPhotoPath: null } }

function slidesOf({ hook, title, body, line, quote }: Words): Record<string, Slide> {
  const point = draft({ title, description: body })
  const lines = (count: number) => draft({ title, lines: Array.from({ length: count }, () => line) })
  const {
    'numbered-list': list,
    'directly-personal': personal,
    'question-users': question,
    'multi-photo-video': video,
  } = CONTENT_TYPE_WRITERS
  return {
    cover: list.compose(draft({ title: hook }), place(0)),
    point: list.compose(point, place(1)),
    'point with product photo': list.compose(point, place(3, PHOTO)),
    'point with logo': list.compose(point, place(3, LOGO)),
    'personal, three': personal.compose(lines(3), place(1)),
    'personal, four': personal.compose(lines(4), place(1)),
    'personal with product photo': personal.compose(lines(4), place(3, PHOTO)),
    question: question.compose(draft({ title: hook }), place(0)),
    quote: video.compose(draft({ title, lines: [quote] }), place(0)),
    'like & follow': likeAndFollowSlide(place(5, LOGO)),
  }
}

const framesOf = (slide: Slide) => [...slide.textBoxes, ...slide.imageBoxes, ...[logoFrame(slide)].filter((frame) => frame !== null)]

const CASES = Object.entries(LANGUAGES).flatMap(([language, words]) =>
  TEXT_SIZES.flatMap((size) => Object.entries(slidesOf(words)).map(([name, slide]) => ({ language, size, name, slide }))),
)

describe('generated texts', () => {
  test.each(CASES)('fit in $language, $size: $name', ({ slide, size }) => {
    const sized = withTextSize(slide, size)
    const texts = textsOf(layoutSlide(sized, shaper))
    expect(texts.filter((text) => text.overflow || text.shrunk)).toEqual([])
    if (size === 'standard') return
    const frames = framesOf(sized).toSorted((a, b) => a.y - b.y)
    for (const [index, { x, y, width, height }] of frames.entries()) {
      // The logo's own place, as specified, reaches half a unit over it.
      expect(x + width).toBeLessThanOrEqual(SAFE.right + 0.5)
      expect(y).toBeGreaterThanOrEqual(SAFE.top)
      expect(y + height).toBeLessThanOrEqual(SAFE.bottom + 0.2)
      expect(frames[index + 1]?.y ?? Infinity).toBeGreaterThanOrEqual(y + height)
    }
  })

  test('are a quarter and a half larger', () => {
    const { cover, point } = slidesOf(LANGUAGES.English)
    const sizes = (slide: Slide | undefined, size: (typeof TEXT_SIZES)[number]) =>
      slide && withTextSize(slide, size).textBoxes.map((box) => box.fontSize)
    expect(TEXT_SIZES.map((size) => sizes(cover, size))).toEqual([
      [10, 8],
      [12.5, 10],
      [15, 12],
    ])
    expect(sizes(point, 'largest')).toEqual([13.5, 12])
  })

  test('stay as they are at the specified size, with everything else', () => {
    const { point } = slidesOf(LANGUAGES.German)
    expect(point && withTextSize(point, 'standard')).toBe(point)
  })
})

describe('the logo of a brand', () => {
  const logos = LOGO_CORNERS.flatMap((corner) => LOGO_SIZES.map((size) => ({ slides: 'all' as const, corner, size })))

  test.each(CASES)('covers no text in $language, $size: $name', ({ slide, size }) => {
    for (const logo of logos) {
      const branded = applyBrand(slide, { brand: { ...NEW_BRAND, logo }, role: 'point', logoPath: 'user/logo.png' })
      const sized = withTextSize(branded, size)
      expect(sized.logoPosition).toEqual(branded.logoPosition)
      const [logoBox, ...others] = [sized.logoPosition, ...sized.textBoxes]
      expect(others.filter((text) => logoBox && overlapArea(logoBox, text) > 0)).toEqual([])
      if (logo.size !== 'large' || logo.corner.endsWith('right')) continue
      expect(textsOf(layoutSlide(sized, shaper)).filter((text) => text.overflow || text.shrunk)).toEqual([])
    }
  })

  test('keeps its corner, and the texts their column, where texts are made larger', () => {
    const { cover } = slidesOf(LANGUAGES.English)
    const logo = { slides: 'all', corner: 'bottom-left', size: 'medium' } as const
    const branded = cover && applyBrand(cover, { brand: { ...NEW_BRAND, logo }, role: 'hook', logoPath: 'user/logo.png' })
    const larger = branded && withLargerText(branded)
    expect(larger?.logoPosition).toEqual(branded?.logoPosition)
    expect(larger?.textBoxes.map(({ x, width }) => Math.round(x + width / 2))).toEqual([128, 128])
  })
})

describe('larger text on a finished slide', () => {
  test('lays a generated slide without room out again, as the generator would', () => {
    const { point } = slidesOf(LANGUAGES.English)
    expect(point && withLargerText(point)).toEqual(point && withTextSize(point, 'larger'))
  })

  test('grows each text of another layout in its place, with its box', () => {
    const { cover } = slidesOf(LANGUAGES.English)
    if (!cover?.textBoxes[0]) throw new Error('no cover')
    const [box] = cover.textBoxes
    const left = { ...box, id: 'left', x: 20, y: 100, width: 80, height: 60, fontSize: 8 }
    const right = { ...left, id: 'right', x: 150 }
    const larger = withLargerText({ ...cover, textBoxes: [left, right] })
    expect(larger.textBoxes).toEqual([
      { ...left, x: 10, y: 92.5, width: 100, height: 75, fontSize: 10 },
      { ...right, x: 140, y: 92.5, width: 100, height: 75, fontSize: 10 },
    ])
    expect({ ...larger, textBoxes: [] }).toEqual({ ...cover, textBoxes: [] })
  })

  test('keeps texts at the top and at the bottom where they are', () => {
    const { cover } = slidesOf(LANGUAGES.English)
    if (!cover?.textBoxes[0]) throw new Error('no cover')
    const top = { ...cover.textBoxes[0], id: 'top', y: 40, height: 40 }
    const bottom = { ...top, id: 'bottom', y: 280 }
    const { textBoxes } = withLargerText({ ...cover, textBoxes: [top, bottom] })
    expect(textBoxes.map((box) => box.fontSize)).toEqual([12.5, 12.5])
    for (const [index, box] of textBoxes.entries()) {
      expect(box.y + box.height / 2).toBeCloseTo([60, 300][index] ?? 0, 0)
      expect(box.x + box.width / 2).toBeCloseTo(128, 0)
    }
  })

  test('is offered for standard texts, not for those of the largest size', () => {
    const slides = Object.values(slidesOf(LANGUAGES.English)).filter((slide) => slide !== undefined)
    const largest = slides.map((slide) => withTextSize(slide, 'largest'))
    expect([canGrowTexts(slides), canGrowTexts(largest), canGrowTexts([])]).toEqual([true, false, false])
  })

  test('the shown size is that of the first text', () => {
    const { cover } = slidesOf(LANGUAGES.English)
    if (!cover) throw new Error('no cover')
    expect([cover, withTextSize(cover, 'larger'), withTextSize(cover, 'largest')].map((slide) => fontSizeOfTexts([slide]))).toEqual([
      10, 13, 15,
    ])
    expect(fontSizeOfTexts([{ ...cover, textBoxes: [] }])).toBeNull()
  })

  test('stops at the largest type, and leaves a slide without texts alone', () => {
    const { cover } = slidesOf(LANGUAGES.English)
    if (!cover) throw new Error('no cover')
    const none = { ...cover, textBoxes: [] }
    expect(withLargerText(none)).toBe(none)
    let slide = cover
    for (let times = 0; times < 20; times += 1) slide = withLargerText(slide)
    expect(withLargerText(slide)).toBe(slide)
    expect(slide.textBoxes.every((box) => box.fontSize <= 20)).toBe(true)
    expect(Math.max(...slide.textBoxes.map((box) => box.y + box.height))).toBeLessThanOrEqual(SAFE.bottom + 0.2)
  })
})
