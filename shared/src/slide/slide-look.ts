import type { Frame } from './box.ts'
import { applyPatch, styleBoxes } from './edit-boxes.ts'
import type { TextStyling } from './edit-boxes.ts'
import type { Slide, TextBox } from './model.ts'

/** Fields of a text that others can take over: those of its letters, not of its place and its layer. */
type LookField = Exclude<keyof TextBox, 'id' | 'text' | 'emphasis' | 'rotation' | 'pageNumber' | 'name' | 'locked' | 'hidden' | keyof Frame>
const OF_ONE_SIZE = { fontSize: true, fontWeight: true } as const
const OF_ANY_SIZE = {
  color: true,
  textColor: true,
  outlineColor: true,
  noOutline: true,
  highlightColor: true,
  font: true,
  italic: true,
  uppercase: true,
  align: true,
  lineHeight: true,
  letterSpacing: true,
  opacity: true,
  shadow: true,
} as const
export const LOOK_FIELDS = Object.keys({ ...OF_ONE_SIZE, ...OF_ANY_SIZE } satisfies Record<LookField, true>) as readonly LookField[]

/** The look of a text: null for every field that it doesn't have, so that another text loses its own. */
export function textStyling(box: Partial<Pick<TextBox, LookField>>): TextStyling {
  return Object.fromEntries(LOOK_FIELDS.map((field) => [field, box[field] ?? null]))
}

/** The same for a text of another role, which keeps its size and weight. */
function styleWithoutSize(box: TextBox): TextStyling {
  return Object.fromEntries(Object.entries(textStyling(box)).filter(([field]) => !(field in OF_ONE_SIZE)))
}

/** Boxes from top to bottom, and from left to right. */
const inReadingOrder = (boxes: readonly TextBox[]): TextBox[] => boxes.toSorted((a, b) => a.y - b.y || a.x - b.x)

/** The largest text of a slide, of several the first, and the others. */
export function textRoles({ textBoxes }: Slide): { title: TextBox | undefined; others: TextBox[] } {
  const [title] = inReadingOrder(textBoxes).toSorted((a, b) => b.fontSize - a.fontSize)
  return { title, others: inReadingOrder(textBoxes).filter((box) => box !== title) }
}

/**
 * The slide with the look of another one: text style, levels, backdrop and effects, and of its texts by their role. The largest text takes over the
 * largest one's look; the others that of the first other text or, without one, the largest one's but for size and weight. Texts, photos and places
 * stay.
 */
export function applyLook(slide: Slide, from: Slide): Slide {
  const [source, target] = [textRoles(from), textRoles(slide)]
  const [other] = source.others
  const styled = source.title && target.title ? styleBoxes(slide, [target.title.id], textStyling(source.title)) : slide
  const look = other ? textStyling(other) : source.title && styleWithoutSize(source.title)
  const texts = look
    ? styleBoxes(
        styled,
        target.others.map(({ id }) => id),
        look,
      )
    : styled
  return applyPatch(texts, {
    textStyle: from.textStyle,
    brightness: from.brightness,
    contrast: from.contrast,
    backdrop: from.backdrop ?? null,
    photoEffects: from.photoEffects ?? null,
  })
}
