import { addBoxes, applyPatch, deleteBoxes, moveBoxes, orderBoxes, setFrames, setText, styleBoxes, styleTexts } from './edit-boxes.ts'
import type { Boxes, BoxStyle, FrameChange, Layer, Patch, TextStyling } from './edit-boxes.ts'
import { addSlides, deleteSlides, moveSlides, setLogo } from './edit-slides.ts'
import { restack, stackBoxes } from './box.ts'
import type { BoxRef } from './box.ts'
import { clamp } from './geometry.ts'
import { FONT_SIZE_MAX, FONT_SIZE_MIN, LEVEL_MAX, LEVEL_MIN } from './model.ts'
import type { Slide, TextStyle } from './model.ts'
import { numberSlides } from './number-slides.ts'
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

/** Fields of the background that can be set on several slides at once. */
export type SlideStyling = Patch<Pick<Slide, 'backdrop' | 'photoPlacement' | 'photoEffects'>>

/**
 * Everything a user (or the generator on their behalf) can do to a document. Edits name slides and boxes by id, so they mean the same after others
 * changed the order. New ids come with the edit: applying it is pure.
 */
export type Edit =
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
    case 'set-text':
      return onSlide(doc, edit.slideId, (slide) => setText(slide, edit.boxId, edit.text))
    case 'set-frames':
      return onSlide(doc, edit.slideId, (slide) => setFrames(slide, edit.frames))
    case 'move-boxes':
      return onSlide(doc, edit.slideId, (slide) => moveBoxes(slide, edit.refs, edit))
    case 'delete-boxes':
      return onSlide(doc, edit.slideId, (slide) => deleteBoxes(slide, edit.refs))
    case 'add-boxes':
      return onSlide(doc, edit.slideId, (slide) => addBoxes(slide, edit))
    case 'style-boxes':
      return onSlide(doc, edit.slideId, (slide) => styleBoxes(slide, edit.refs, edit.style))
    case 'style-texts':
      return onSlides(doc, edit.slideIds, (slide) => styleTexts(slide, edit.style))
    case 'style-slides':
      return onSlides(doc, edit.slideIds, (slide) => applyPatch(slide, edit.style))
    case 'order-boxes':
      return onSlide(doc, edit.slideId, (slide) => orderBoxes(slide, edit.refs, edit.to))
    case 'stack-boxes':
      return onSlide(doc, edit.slideId, (slide) => stackBoxes(slide, edit.order))
    case 'set-background':
      return onSlides(doc, edit.slideIds, (slide) => setBackground(slide, edit.path))
    case 'set-text-style':
      return onSlides(doc, edit.slideIds, (slide) => changed(slide, { textStyle: edit.style }))
    case 'set-levels':
      return onSlides(doc, edit.slideIds, (slide) =>
        changed(slide, { brightness: level(edit.brightness, slide.brightness), contrast: level(edit.contrast, slide.contrast) }),
      )
    case 'set-font-size':
      return setAllFontSizes(doc, edit.fontSize)
    case 'set-logo':
      return onSlides(doc, edit.slideIds, (slide) => setLogo(slide, edit.path))
    case 'apply-look': {
      const from = doc.slides.find((slide) => slide.id === edit.from)
      return from ? onSlides(doc, edit.slideIds, (slide) => (slide === from ? slide : applyLook(slide, from))) : doc
    }
    case 'add-slides':
      return withSlides(doc, addSlides(doc.slides, edit))
    case 'replace-slide':
      return onSlide(doc, edit.slide.id, () => edit.slide)
    case 'delete-slides':
      return withSlides(doc, deleteSlides(doc.slides, edit.slideIds))
    case 'move-slides':
      return withSlides(doc, moveSlides(doc.slides, edit.slideIds, edit.to))
    default:
      return edit satisfies never
  }
}

/** The slide with fields set; the very same slide when they were so already. */
export function changed<T extends object>(thing: T, fields: Partial<T>): T {
  return Object.entries(fields).every(([key, value]) => Object.is(Reflect.get(thing, key), value)) ? thing : { ...thing, ...fields }
}

/** Another photo is seen whole again: what was framed belongs to the one before. Its effects stay, as they are the slide's look. */
function setBackground(slide: Slide, path: string | null): Slide {
  if (slide.backgroundImage === path) return slide
  return { ...applyPatch(slide, { photoPlacement: null }), backgroundImage: path }
}

function level(wanted: number | undefined, present: number): number {
  return wanted === undefined ? present : clamp(Math.round(wanted), LEVEL_MIN, LEVEL_MAX)
}

function withSlides(doc: SlideDocument, slides: Slide[]): SlideDocument {
  return slides === doc.slides ? doc : { ...doc, slides }
}

function onSlide(doc: SlideDocument, slideId: string, change: (slide: Slide) => Slide): SlideDocument {
  return onSlides(doc, [slideId], change)
}

function onSlides(doc: SlideDocument, slideIds: readonly string[], change: (slide: Slide) => Slide): SlideDocument {
  const slides = doc.slides.map((slide) => (slideIds.includes(slide.id) ? restack(change(slide)) : slide))
  return slides.every((slide, index) => slide === doc.slides[index]) ? doc : { ...doc, slides }
}

function setAllFontSizes(doc: SlideDocument, wanted: number): SlideDocument {
  const fontSize = clamp(wanted, FONT_SIZE_MIN, FONT_SIZE_MAX)
  return onSlides(
    doc,
    doc.slides.map((slide) => slide.id),
    (slide) =>
      slide.textBoxes.every((box) => box.fontSize === fontSize)
        ? slide
        : { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, fontSize })) },
  )
}
