import type { Slide } from '../slide/model.ts'
import { bodyText, coverBoxes, emptySlide, headline, textBox, type SlidePlace } from './boxes.ts'
import { carriesProductPhoto, withSoftSell } from './company-slides.ts'
import type { SlideDraft } from './draft.ts'
import type { PromptParts } from './prompt.ts'

export const directlyPersonalPrompt: PromptParts = {
  format:
    'The format speaks directly to one reader as "you". Slide 1 is the cover: its title names the reader or the moment ("this is for you if ..."), its text boxes are null. Every later slide has 3 or 4 text boxes that read as one thought, each at most 12 words, and a title of 2 to 5 words that is not shown.',
  fields: ['title', 'textBox1', 'textBox2', 'textBox3', 'textBox4'],
}

/** Layout of the boxes: the first at FIRST_Y, and from there one STEP down. */
export const PERSONAL_BOX = { x: 38, width: 180, height: 50, fontSize: 8, fontWeight: 400 } as const
export const PERSONAL_FIRST_Y = 90
export const PERSONAL_STEP = 250
const LINES_MAX = 4
/** Two texts in one box, above and below the product photo, are as high as the slide leaves room. */
const HEIGHTS_AROUND_PHOTO = [104, 80] as const

/**
 * Top edges of the boxes. "90 + 250 per index" leaves the slide from the third box on, so 250 is the distance from the first box to the last,
 * shared evenly: two boxes are exactly where the formula puts them, three or four stay inside.
 */
export function personalBoxTops(count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(PERSONAL_FIRST_Y + (count > 1 ? (PERSONAL_STEP * index) / (count - 1) : 0)))
}

/** Two texts from up to four, so that the product photo finds the middle of the slide free. */
function aroundPhoto(lines: string[]): string[] {
  const half = Math.ceil(lines.length / 2)
  return [lines.slice(0, half).join('\n'), lines.slice(half).join('\n')].filter(Boolean)
}

/** Cover first, then 3 or 4 short texts a slide, spread over its height. */
export function composeDirectlyPersonal(draft: SlideDraft, place: SlidePlace): Slide {
  const title = headline(draft)
  const slide = emptySlide(place, title, bodyText(draft))
  if (place.index === 0) return { ...slide, textBoxes: coverBoxes(place, title) }
  const lines = draft.lines.length > 0 ? draft.lines.slice(0, LINES_MAX) : [draft.title, draft.description].filter(Boolean)
  const texts = carriesProductPhoto(place) ? aroundPhoto(lines) : lines
  const tops = personalBoxTops(texts.length)
  const heights = carriesProductPhoto(place) ? HEIGHTS_AROUND_PHOTO : []
  const textBoxes = texts.map((text, index) =>
    textBox(place, { ...PERSONAL_BOX, y: tops[index], height: heights[index] ?? PERSONAL_BOX.height }, text),
  )
  return withSoftSell({ ...slide, textBoxes }, place)
}
