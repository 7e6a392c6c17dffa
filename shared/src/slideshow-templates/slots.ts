import { LIKE_AND_FOLLOW } from '../content-types/ids.ts'
import { cutText } from '../text/rules.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import { textRoles } from '../slide/slide-look.ts'
import { BACKGROUND_REF, columnOf, SLOT_NAME_MAX, RESERVED_COLUMNS } from './limits.ts'
import type { TemplateSlot } from './model.ts'

/** Average width of a letter and distance of two lines, in em. */
const LETTER = 0.5
const LINE = 1.3
/** Share of a box that lines fill before they overflow: they break at words. */
const FILLED = 0.75
const CHARACTERS_MIN = 12
const CHARACTERS_MAX = 400

/** Most characters that a text box holds at its size, by the average of Latin letters. */
export function charactersOf({ width, height, fontSize, lineHeight = LINE, letterSpacing = 0 }: TextBox): number {
  const columns = width / (fontSize * (LETTER + letterSpacing))
  const lines = Math.max(1, Math.floor(height / (fontSize * lineHeight)))
  return Math.round(Math.min(CHARACTERS_MAX, Math.max(CHARACTERS_MIN, columns * lines * FILLED)))
}

/** A handle, an address or a call to follow: these belong to the sender, not to a topic. */
const SENDER = /^@[\w.]+$|^(?:https?:\/\/|www\.)|\blink in bio\b/i

/** Whether a text is the same in every slideshow, unless the user decides otherwise. */
function isFixedText({ text, pageNumber, locked, hidden }: TextBox): boolean {
  const words = text.trim()
  return (
    words === '' ||
    locked === true ||
    hidden === true ||
    pageNumber !== undefined ||
    words.toLowerCase() === LIKE_AND_FOLLOW ||
    SENDER.test(words)
  )
}

const ROLES = { first: ['Headline', 'Subheading'], other: ['Point', 'Detail'] } as const

/** Default name of a text, before it is made unique. */
function nameOf(box: TextBox, { index, isTitle }: { index: number; isTitle: boolean }): string {
  if (box.name !== undefined) return cutText(box.name, SLOT_NAME_MAX - 4)
  const [title, other] = ROLES[index === 0 ? 'first' : 'other']
  return index === 0 ? (isTitle ? title : other) : `${isTitle ? title : other} ${index}`
}

/** The name, with a number if it is taken. */
function unique(name: string, taken: Set<string>): string {
  let found = name
  for (let number = 2; taken.has(columnOf(found)); number += 1) found = `${name} (${number})`
  taken.add(columnOf(found))
  return found
}

/** The slots of slides unless the user chooses others: texts and the photos behind the slides. Pictures, logos and shapes are fixed. */
export function defaultSlots(slides: readonly Slide[]): TemplateSlot[] {
  const taken = new Set(RESERVED_COLUMNS)
  return slides.flatMap((slide, index) => {
    const { title, others } = textRoles(slide)
    const texts = [...(title ? [title] : []), ...others].filter((box) => !isFixedText(box))
    return [
      ...texts.map((box): TemplateSlot => {
        const name = unique(nameOf(box, { index, isTitle: box === title }), taken)
        return { slideId: slide.id, ref: box.id, kind: 'text', name }
      }),
      ...(slide.backgroundImage === null
        ? []
        : [{ slideId: slide.id, ref: BACKGROUND_REF, kind: 'photo' as const, name: `Photo ${index + 1}` }]),
    ]
  })
}

/** The slots of a slide, texts in their reading order. */
export function slotsOn(slots: readonly TemplateSlot[], slideId: string): { texts: TemplateSlot[]; photos: TemplateSlot[] } {
  const own = slots.filter((slot) => slot.slideId === slideId)
  return { texts: own.filter(({ kind }) => kind === 'text'), photos: own.filter(({ kind }) => kind === 'photo') }
}
