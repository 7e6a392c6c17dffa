import { withText } from '../slide/emphasis.ts'
import { SLIDE_HEIGHT, slideInstructionsSchema, textBoxSchema, type Backdrop, type Slide, type TextBox } from '../slide/model.ts'
import { COVER_BOX, emptySlide, type SlidePlace } from './boxes.ts'

/** Slides of the custom type are recognised by this title, for example when the type is left again. */
export const CUSTOM_TITLE = 'Custom Slide'

/** An empty slide to lay out by hand, with the default instructions. */
export function composeCustom(place: SlidePlace): Slide {
  return {
    ...emptySlide(place, `${CUSTOM_TITLE} ${place.index + 1}`),
    useAiGeneration: true,
    useRandomPhoto: true,
    instructions: slideInstructionsSchema.parse({}),
  }
}

/** The slide's switch or the one in its instructions can turn it off; a slide with neither has no effect here. */
function isOn(...switches: (boolean | undefined)[]): boolean {
  return switches.some((value) => value === true) && !switches.includes(false)
}

/** Whether a model writes the texts of this slide. */
export function wantsTexts({ useAiGeneration, instructions }: Slide): boolean {
  return isOn(useAiGeneration, instructions?.aiGeneratedText)
}

/** Whether the slide gets a photo of the company's set, or of all. */
export function wantsPhoto({ useRandomPhoto, instructions }: Slide): boolean {
  return isOn(useRandomPhoto, instructions?.autoLinkedBackground)
}

/** How many texts a slide asks for. */
export function textsWanted({ instructions }: Slide): number {
  return slideInstructionsSchema.parse(instructions ?? {}).numberOfTextBoxes
}

/** Units between two boxes of a stack. */
const GAP = 16
const BOX = { x: 38, width: 180, fontSize: 8, fontWeight: 400 } as const
/** Look of the first text of a slideshow. */
const HOOK = { fontSize: COVER_BOX.fontSize, fontWeight: COVER_BOX.fontWeight } as const
const STACK_MAX = 5

/** Boxes below each other in the middle of the slide, all inside of it. */
function stack(count: number): { y: number; height: number }[] {
  const height = count <= 3 ? 64 : 50
  const top = Math.round((SLIDE_HEIGHT - count * height - (count - 1) * GAP) / 2)
  return Array.from({ length: count }, (_, index) => ({ y: top + index * (height + GAP), height }))
}

/** Places for further boxes: the free rows of a full stack. When there are too few, boxes share the last row. */
function rowsBeside(boxes: readonly TextBox[], count: number): { y: number; height: number }[] {
  if (boxes.length === 0) return stack(count)
  const rows = stack(STACK_MAX)
  const free = rows.filter((row) => boxes.every((box) => box.y >= row.y + row.height || box.y + box.height <= row.y))
  return Array.from({ length: count }, (_, index) => free[index] ?? rows[STACK_MAX - 1] ?? { y: 0, height: 50 })
}

export interface Filling {
  /** From 0. */
  index: number
  /** Texts as the model wrote them; those beyond what the slide asks for are left out. */
  lines: readonly string[]
  /** Storage path, or null for the background that is there. */
  background: string | null
  /** For a slide with neither a photo nor a backdrop of its own. */
  backdrop?: Backdrop | undefined
  newId: () => string
}

/**
 * A slide of a custom mode with its new texts and photo. Boxes that are there keep their place and look and take the texts
 * from top to bottom; missing ones are added inside the slide; surplus ones stay as they are.
 */
export function fillCustomSlide(slide: Slide, { index, lines, background, backdrop, newId }: Filling): Slide {
  const texts = lines.slice(0, textsWanted(slide))
  const byHeight = slide.textBoxes.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const newText = new Map(byHeight.slice(0, texts.length).map((box, at) => [box.id, texts[at] ?? box.text]))
  const textBoxes = slide.textBoxes.map((box) => withText(box, newText.get(box.id) ?? box.text))
  const further = texts.slice(byHeight.length)
  const rows = rowsBeside(slide.textBoxes, further.length)
  const added = further.map((text, at) => {
    const isHook = index === 0 && at === 0 && textBoxes.length === 0
    return textBoxSchema.parse({ id: newId(), ...BOX, ...(isHook && HOOK), ...rows[at], text })
  })
  const [first] = texts
  return {
    ...slide,
    // The placeholder would have the slide cleared away when the type is left.
    title: first !== undefined && slide.title.includes(CUSTOM_TITLE) ? first : slide.title,
    textBoxes: [...textBoxes, ...added],
    backgroundImage: background ?? slide.backgroundImage,
    ...(slide.backdrop === undefined && slide.backgroundImage === null && backdrop && { backdrop }),
  }
}
