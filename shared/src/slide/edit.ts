import { addBoxes, applyPatch, deleteBoxes, moveBoxes, orderBoxes, setFrames, setText, styleBoxes, styleTexts } from './edit-boxes.ts'
import type { Boxes, BoxStyle, FrameChange, Layer, Patch, TextStyling } from './edit-boxes.ts'
import { addSlides, deleteSlides, moveSlides, setLogo } from './edit-slides.ts'
import { restack, stackBoxes } from './box.ts'
import type { BoxRef } from './box.ts'
import { clamp } from './geometry.ts'
import { FONT_SIZE_MAX, FONT_SIZE_MIN, LEVEL_MAX, LEVEL_MIN } from './model.ts'
import type { Slide, TextStyle } from './model.ts'
import { MAIN_FORMAT, OTHER_FORMATS } from './formats.ts'
import type { Format } from './formats.ts'
import { changeInFormat, withOverrides } from './in-format.ts'
import { lookWithoutPhoto } from './look-layout.ts'
import { numberSlides } from './number-slides.ts'
import { sameData } from './same-data.ts'
import { applyLook } from './slide-look.ts'

/** The unit of editing and saving: the project's title and its slides. */
export interface SlideDocument {
  title: string
  slides: Slide[]
}

/** Longest title of a project, in UTF-16 code units. */
export const DOCUMENT_TITLE_MAX = 300

/** The font size which the control for all texts starts at. */
export const GLOBAL_FONT_SIZE = 10

/** Optional fields of slides that can be set on several at once. */
export type SlideStyling = Patch<Pick<Slide, 'backdrop' | 'photoPlacement' | 'photoEffects' | 'photoFocus' | 'altText'>>

/**
 * Everything a user (or the generator on their behalf) can do to a document. Edits name slides and boxes by id, so they mean the same after others
 * changed the order. New ids come with the edit: applying it is pure.
 */
export type Edit = EditAction & {
  /** The format in which it was made: places, font sizes and the part of a photo change there only. Absent: the main one. */
  format?: Format
}

type EditAction =
  | { type: 'set-title'; title: string }
  | { type: 'set-text'; slideId: string; boxId: string; text: string }
  | { type: 'set-frames'; slideId: string; frames: Record<BoxRef, FrameChange> }
  | { type: 'move-boxes'; slideId: string; refs: BoxRef[]; dx: number; dy: number }
  | { type: 'delete-boxes'; slideId: string; refs: BoxRef[] }
  | ({ type: 'add-boxes'; slideId: string } & Boxes)
  | { type: 'style-boxes'; slideId: string; refs: BoxRef[]; style: BoxStyle }
  | { type: 'style-texts'; slideIds: string[]; style: TextStyling }
  | { type: 'style-slides'; slideIds: string[]; style: SlideStyling }
  | { type: 'order-boxes'; slideId: string; refs: BoxRef[]; to: Layer }
  /** References of boxes from back to front. */
  | { type: 'stack-boxes'; slideId: string; order: BoxRef[] }
  | { type: 'set-background'; slideIds: string[]; path: string | null }
  | { type: 'set-text-style'; slideIds: string[]; style: TextStyle }
  | { type: 'set-levels'; slideIds: string[]; brightness?: number; contrast?: number }
  | { type: 'set-font-size'; fontSize: number }
  | { type: 'set-logo'; slideIds: string[]; path: string | null }
  | { type: 'apply-look'; from: string; slideIds: string[] }
  | { type: 'add-slides'; slides: Slide[]; after?: string }
  | { type: 'replace-slide'; slide: Slide }
  | { type: 'delete-slides'; slideIds: string[] }
  /** Takes back what was adjusted in the edit's format: of the named boxes, or of the whole slides. */
  | { type: 'reset-format'; slideIds: string[]; refs?: BoxRef[] }
  | { type: 'move-slides'; slideIds: string[]; to: number }

export type EditType = Edit['type']

/** The document after an edit. One that changes nothing, or is refused, gives the very same document back. */
export function applyEdit(doc: SlideDocument, edit: Edit): SlideDocument {
  const edited = applyToSlides(doc, edit)
  return edited === doc ? doc : withSlides(edited, numberSlides(edited.slides))
}

function applyToSlides(doc: SlideDocument, edit: Edit): SlideDocument {
  switch (edit.type) {
    case 'set-title': {
      const title = edit.title.trim().slice(0, DOCUMENT_TITLE_MAX)
      return title === '' || title === doc.title ? doc : { ...doc, title }
    }
    case 'add-slides':
      return withSlides(doc, addSlides(doc.slides, edit))
    case 'delete-slides':
      return withSlides(doc, deleteSlides(doc.slides, edit.slideIds))
    case 'move-slides':
      return withSlides(doc, moveSlides(doc.slides, edit.slideIds, edit.to))
    case 'replace-slide':
      return onSlides(doc, [edit.slide.id], (slide) => (sameData(slide, edit.slide) ? slide : edit.slide))
    case 'apply-look': {
      const from = doc.slides.find((slide) => slide.id === edit.from)
      return from ? onSlides(doc, edit.slideIds, (slide) => (slide === from ? slide : applyLook(slide, from))) : doc
    }
    case 'reset-format':
      return onSlides(doc, edit.slideIds, (slide) => resetFormat(slide, edit.format ?? MAIN_FORMAT, edit.refs))
    default:
      return changeSlides(doc, edit)
  }
}

/** Edits that change slides each for itself. */
type SlideEdit = Exclude<
  Edit,
  { type: 'set-title' | 'add-slides' | 'delete-slides' | 'move-slides' | 'replace-slide' | 'apply-look' | 'reset-format' }
>

function changeSlides(doc: SlideDocument, edit: SlideEdit): SlideDocument {
  const slideIds = 'slideId' in edit ? [edit.slideId] : 'slideIds' in edit ? edit.slideIds : doc.slides.map(({ id }) => id)
  if (!isOfFormat(edit)) return onSlides(doc, slideIds, (slide) => changeSlide(slide, edit))
  return onSlides(doc, slideIds, (slide) => changeInFormat(slide, edit.format ?? MAIN_FORMAT, (shown) => changeShown(shown, edit)))
}

const OF_FORMAT = ['set-frames', 'move-boxes', 'add-boxes', 'style-boxes', 'style-texts', 'style-slides', 'set-font-size'] as const

/** Edits of what a format shows. */
type FormatEdit = Extract<SlideEdit, { type: (typeof OF_FORMAT)[number] }>

function isOfFormat(edit: SlideEdit): edit is FormatEdit {
  return OF_FORMAT.some((type) => type === edit.type)
}

function changeShown(slide: Slide, edit: FormatEdit): Slide {
  switch (edit.type) {
    case 'set-frames':
      return setFrames(slide, edit.frames)
    case 'move-boxes':
      return moveBoxes(slide, edit.refs, edit)
    case 'add-boxes':
      return addBoxes(slide, edit)
    case 'style-boxes':
      return styleBoxes(slide, edit.refs, edit.style)
    case 'style-texts':
      return styleTexts(slide, edit.style)
    case 'style-slides':
      return applyPatch(slide, edit.style)
    case 'set-font-size':
      return setFontSize(slide, clamp(edit.fontSize, FONT_SIZE_MIN, FONT_SIZE_MAX))
    default:
      return edit satisfies never
  }
}

function changeSlide(slide: Slide, edit: Exclude<SlideEdit, FormatEdit>): Slide {
  switch (edit.type) {
    case 'set-text':
      return setText(slide, edit.boxId, edit.text)
    case 'delete-boxes':
      return deleteBoxes(slide, edit.refs)
    case 'order-boxes':
      return orderBoxes(slide, edit.refs, edit.to)
    case 'stack-boxes':
      return stackBoxes(slide, edit.order)
    case 'set-background':
      return setBackground(slide, edit.path)
    case 'set-text-style':
      return changed(slide, { textStyle: edit.style })
    case 'set-levels':
      return changed(slide, { brightness: level(edit.brightness, slide.brightness), contrast: level(edit.contrast, slide.contrast) })
    case 'set-logo':
      return setLogo(slide, edit.path)
    default:
      return edit satisfies never
  }
}

/** The slide with fields set; the very same slide when they were so already. */
export function changed<T extends object>(thing: T, fields: Partial<T>): T {
  return Object.entries(fields).every(([key, value]) => Object.is(Reflect.get(thing, key), value)) ? thing : { ...thing, ...fields }
}

/** Another photo is seen whole again: what was framed belongs to the one before. Its effects stay, as they are the slide's look. */
export function setBackground(slide: Slide, path: string | null): Slide {
  if (slide.backgroundImage === path) return slide
  const plain = applyPatch(slide, { photoPlacement: null, photoFocus: null })
  const formats = OTHER_FORMATS.map((format) => [format, { boxes: slide.formats?.[format]?.boxes }])
  const look = lookWithoutPhoto(plain)
  return { ...withOverrides(plain, Object.fromEntries(formats) as Slide['formats']), backgroundImage: path, ...(look && { look }) }
}

function level(wanted: number | undefined, present: number): number {
  return wanted === undefined ? present : clamp(Math.round(wanted), LEVEL_MIN, LEVEL_MAX)
}

function withSlides(doc: SlideDocument, slides: Slide[]): SlideDocument {
  return slides === doc.slides ? doc : { ...doc, slides }
}

function onSlides(doc: SlideDocument, slideIds: readonly string[], change: (slide: Slide) => Slide): SlideDocument {
  const slides = doc.slides.map((slide) => (slideIds.includes(slide.id) ? settle(change(slide)) : slide))
  return slides.every((slide, index) => slide === doc.slides[index]) ? doc : { ...doc, slides }
}

function resetFormat(slide: Slide, format: Format, refs: readonly BoxRef[] | undefined): Slide {
  if (format === MAIN_FORMAT) return slide
  const { boxes = {}, photoPlacement } = slide.formats?.[format] ?? {}
  const left = refs && { boxes: Object.fromEntries(Object.entries(boxes).filter(([ref]) => !refs.includes(ref))), photoPlacement }
  return withOverrides(slide, { ...slide.formats, [format]: left })
}

/** The slide without references to boxes that are gone. */
function settle(slide: Slide): Slide {
  const stacked = restack(slide)
  return stacked.formats ? withOverrides(stacked, stacked.formats) : stacked
}

function setFontSize(slide: Slide, fontSize: number): Slide {
  if (slide.textBoxes.every((box) => box.fontSize === fontSize)) return slide
  return { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, fontSize })) }
}
