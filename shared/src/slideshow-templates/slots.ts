import { isLookBox } from '../looks/undress.ts'
import { LIKE_AND_FOLLOW } from '../content-types/ids.ts'
import { cutText } from '../text/rules.ts'
import type { Slide, TextBox } from '../slide/model.ts'
import { textRoles } from '../slide/slide-look.ts'
import { columnOf } from '../text/column-of.ts'
import { BACKGROUND_REF, SLOT_NAME_MAX, RESERVED_COLUMNS } from './limits.ts'
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
function isFixedText({ id, text, pageNumber, locked, hidden }: TextBox): boolean {
  const words = text.trim()
  return (
    words === '' ||
    locked === true ||
    hidden === true ||
    pageNumber !== undefined ||
    isLookBox(id) ||
    words.toLowerCase() === LIKE_AND_FOLLOW ||
    SENDER.test(words)
  )
}

const ROLES = { first: ['Headline', 'Subheading'], other: ['Point', 'Detail'] } as const

/** A text or photo of a slide, whose index begins at 0. */
interface SlidePart {
  index: number
  ref: string
}

/** Default name of a slot, before it is made unique. */
function nameOf(slide: Slide, { index, ref }: SlidePart): string {
  if (ref === BACKGROUND_REF) return `Photo ${index + 1}`
  const picture = slide.imageBoxes.findIndex(({ id }) => id === ref)
  if (picture !== -1) return `Picture ${index + 1}.${picture + 1}`
  const name = slide.textBoxes.find(({ id }) => id === ref)?.name
  if (name !== undefined) return cutText(name, SLOT_NAME_MAX - 4)
  const [title, other] = ROLES[index === 0 ? 'first' : 'other']
  const { title: titleBox, others } = textRoles(slide)
  if (titleBox?.id === ref) return index === 0 ? title : `${title} ${index}`
  // Several of a slide are numbered like its images.
  const own = others.filter((box) => !isFixedText(box) && box.name === undefined)
  const position = own.findIndex(({ id }) => id === ref)
  const number = own.length > 1 && position !== -1 ? position + 1 : null
  if (index === 0) return number === null ? other : `${other} ${number}`
  return number === null ? `${other} ${index}` : `${other} ${index}.${number}`
}

/** The name of a slot until the user chooses another: after its box or its role, with a number if another slot has that name. */
export function slotName(slide: Slide, { slots, ...part }: SlidePart & { slots: readonly TemplateSlot[] }): string {
  const taken = new Set([...RESERVED_COLUMNS, ...slots.map(({ name }) => columnOf(name))])
  const name = nameOf(slide, part)
  let found = name
  for (let number = 2; taken.has(columnOf(found)); number += 1) found = `${name} (${number})`
  return found
}

/** The slots of slides unless the user chooses others: texts and the photos behind the slides. Pictures, logos and shapes are fixed. */
export function defaultSlots(slides: readonly Slide[]): TemplateSlot[] {
  const slots: TemplateSlot[] = []
  for (const [index, slide] of slides.entries()) {
    const { title, others } = textRoles(slide)
    const texts = [...(title ? [title] : []), ...others].filter((box) => !isFixedText(box))
    const add = (ref: string, kind: TemplateSlot['kind']) =>
      slots.push({ slideId: slide.id, ref, kind, name: slotName(slide, { index, ref, slots }) })
    for (const { id } of texts) add(id, 'text')
    if (slide.backgroundImage !== null) add(BACKGROUND_REF, 'photo')
  }
  return slots
}

/** The slots of a slide, texts in their reading order. */
export function slotsOn(slots: readonly TemplateSlot[], slideId: string): { texts: TemplateSlot[]; photos: TemplateSlot[] } {
  const own = slots.filter((slot) => slot.slideId === slideId)
  return { texts: own.filter(({ kind }) => kind === 'text'), photos: own.filter(({ kind }) => kind === 'photo') }
}
