import { exportSize } from '../slide/formats.ts'
import { beforeAll, expect, test } from 'vitest'
import { drawBackdrop } from '../scene/backdrop.ts'
import { layoutSlide } from '../scene/layout.ts'
import { textProblems } from '../scene/legibility.ts'
import { textsOf } from '../scene/scene.ts'
import { layoutText } from '../scene/text-block.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { slideSchema, type Slide } from '../slide/model.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { SlidePlace } from './boxes.ts'
import { fillCustomSlide } from './custom.ts'
import { NO_TEXTS, type SlideDraft } from './draft.ts'
import { CONTENT_TYPE_WRITERS } from './writers.ts'

/** 42 letters. */
const WORD = 'donaudampfschifffahrtsgesellschaftskapitän'
/** Twice that: no line holds it at three fifths of the size either. */
const TWICE = `${WORD}s${WORD}`
/** Units of a slide to pixels of its export. */
const PIXELS = 1080 / 256

let shaper: Shaper
beforeAll(async () => {
  shaper = await testShaper()
  await loadFor(shaper, [slideOf([TWICE])])
})

function placeOf(index: number): SlidePlace {
  let ids = 0
  return { index, written: 5, softSell: false, companyImages: null, background: null, newId: () => `id${ids++}` }
}

const compose = (type: 'numbered-list' | 'directly-personal' | 'question-users' | 'multi-photo-video', index: number) => (text: string) => {
  const draft: SlideDraft = {
    ...NO_TEXTS,
    title: text,
    lines: type === 'directly-personal' && index > 0 ? [text, 'du', 'und ich'] : [],
  }
  return CONTENT_TYPE_WRITERS[type].compose(draft, placeOf(index))
}
const custom = (text: string): Slide => {
  const slide = slideSchema.parse({ id: 's', useAiGeneration: true, instructions: {} })
  return fillCustomSlide(slide, { index: 0, lines: [text], background: null, newId: () => 'id' })
}

/** Whether the word needs smaller type there. */
const LAYOUTS: [string, (text: string) => Slide, boolean][] = [
  ['the cover of a numbered list', compose('numbered-list', 0), true],
  ['a point of a numbered list', compose('numbered-list', 1), true],
  ['the cover of a direct address', compose('directly-personal', 0), true],
  ['a thought of a direct address', compose('directly-personal', 1), false],
  ['the cover of a question', compose('question-users', 0), true],
  ['an answer to a question', compose('question-users', 1), true],
  ['the quote of a video', compose('multi-photo-video', 0), false],
  ['a slide of a custom mode', custom, true],
]

function shown(slide: Slide, word: string) {
  const box = slide.textBoxes.find(({ text }) => text.includes(word))
  const scene = layoutSlide(slide, shaper)
  const text = textsOf(scene).find(({ boxId }) => boxId === box?.id)
  if (!box || !text) throw new Error('The word stands nowhere')
  const kinds = textProblems(slide, { scene, background: drawBackdrop(null, exportSize('9:16')), picture: () => null }).flatMap((it) =>
    it.boxId === box.id ? [it.kind] : [],
  )
  return { box, text, kinds, requestedSize: box.fontSize * PIXELS }
}

test.each(LAYOUTS)(
  'on %s a word of 42 letters keeps whole, in smaller type where it has to, and then a badge says so',
  (_, slideWith, shrinks) => {
    const { box, text, kinds, requestedSize } = shown(slideWith(`der ${WORD}`), WORD)
    expect(text).toMatchObject({ overflow: false, shrunk: shrinks })
    expect(text.size < requestedSize).toBe(shrinks)
    expect(text.size).toBeGreaterThanOrEqual(0.6 * requestedSize)
    expect(kinds.some((kind) => kind === 'shrunk' || kind === 'small')).toBe(shrinks)
    // Its letters fit on one line: alone it takes no second one.
    const alone = layoutText({ ...box, text: WORD }, { style: 'outline', setting: null, unit: PIXELS }, shaper)
    expect(alone).toMatchObject({ lineCount: 1, shrunk: shrinks })
  },
)

test.each(LAYOUTS)(
  'on %s a word of 85 letters is cut in the size that was asked for, and a badge says that it does not fit',
  (_, slideWith) => {
    const { text, kinds, requestedSize } = shown(slideWith(TWICE), TWICE)
    expect(text).toMatchObject({ overflow: true, shrunk: false, size: requestedSize })
    expect(kinds).toContain('overflow')
  },
)
