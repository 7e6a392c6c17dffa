import { findBox } from '@ninesixteen/shared/slide/box'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { applyEdit } from '@ninesixteen/shared/slide/edit'
import type { Edit, EditType, SlideDocument } from '@ninesixteen/shared/slide/edit'
import type { TextStyling } from '@ninesixteen/shared/slide/edit-boxes'
import { endGesture, mapHistory, offerRedo, recordStep, redo, replacePresent, startHistory, undo } from '@ninesixteen/shared/slide/history'
import type { History } from '@ninesixteen/shared/slide/history'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

/** The state that undo restores: the document, the shown slide, its format and the selection. */
export interface Step {
  doc: SlideDocument
  slideId: string
  format: Format
  selection: readonly BoxRef[]
}

export type DesignTab = 'text' | 'photo' | 'elements' | 'layers'

/** Whether style, brightness and contrast change the shown slide or all slides. */
export type Scope = 'slide' | 'all'

export interface EditorState {
  history: History<Step>
  /** The text box being edited. */
  editing: BoxRef | null
  /** The user is selecting several boxes by keyboard: moving the focus leaves the selection unchanged. */
  multiSelecting: boolean
  /** The photo behind the texts is being moved. */
  adjusting: boolean
  /** The image box being cropped. */
  cropping: BoxRef | null
  /** The side panel for the look of boxes and photo, and for further elements. It opens with the tab that was shown last. */
  design: { isOpen: boolean; tab: DesignTab }
  /** The look of a text, copied for others. */
  copiedStyle: TextStyling | null
  /** All slides are shown instead of the stage; some may be selected. */
  grid: { selected: readonly string[] } | null
  scope: Scope
  fullscreen: boolean
  /** Read aloud by screen readers; the count makes a repeated message a new one. */
  announcement: { text: string; count: number }
}

export interface PerformOptions {
  /** Consecutive edits of the same gesture share one undo step. */
  gesture?: string
  selection?: readonly BoxRef[]
  slideId?: string
}

/** Why the document changed; `rebase` is a remote change. */
export type ChangeCause = EditType | 'undo' | 'redo' | 'restore' | 'rebase'

export interface EditorStore extends StoreApi<EditorState> {
  doc(): SlideDocument
  /** The shown slide, in the shown format. */
  slide(): Slide
  /** The same as it is stored: new boxes that no pointer placed get their place there, so that each format places them by itself. */
  storedSlide(): Slide
  /** All slides in the shown format. */
  slides(): readonly Slide[]
  /** Applies an edit in the shown format unless it names another one. */
  perform(edit: Edit, options?: PerformOptions): boolean
  /** The document as `performAll` would leave it. */
  preview(edits: readonly Edit[]): SlideDocument
  /** Applies several edits as one undo step. */
  performAll(edits: readonly Edit[], options?: PerformOptions): boolean
  /** Makes an edit that the user cancelled the next redo. Returns how to apply it later; null when it changes nothing. */
  offerRedo(edit: Edit): (() => void) | null
  endGesture(): void
  undo(): void
  redo(): void
  select(refs: readonly BoxRef[]): void
  showSlide(slideId: string): void
  showFormat(format: Format): void
  /** Replaces the document as one undo step. */
  replace(doc: SlideDocument, cause: ChangeCause): void
  /** Applies a remote change to the present and to every undo step. */
  rebase(change: (doc: SlideDocument) => SlideDocument): SlideDocument
  announce(text: string): void
}

/** The step without references to slides and boxes that no longer exist. */
function withoutDangling(step: Step): Step {
  const slide = step.doc.slides.find((other) => other.id === step.slideId) ?? step.doc.slides[0]
  const slideId = slide?.id ?? step.slideId
  const selection = slide ? step.selection.filter((ref) => findBox(slide, ref)) : []
  return slideId === step.slideId && selection.length === step.selection.length ? step : { ...step, slideId, selection }
}

function slideOf(step: Step): Slide {
  const slide = step.doc.slides.find((other) => other.id === step.slideId) ?? step.doc.slides[0]
  if (!slide) throw new Error('An open document has at least one slide')
  return slide
}

/** Holds one open document with its undo history, selection and view state. */
export function createEditorStore(
  doc: SlideDocument,
  onChange: (doc: SlideDocument, cause: ChangeCause) => void,
  format: Format = MAIN_FORMAT,
): EditorStore {
  const first = doc.slides[0]?.id ?? ''
  const store = createStore<EditorState>(() => ({
    history: startHistory<Step>({ doc, slideId: first, format, selection: [] }),
    editing: null,
    multiSelecting: false,
    adjusting: false,
    cropping: null,
    design: { isOpen: false, tab: 'text' },
    copiedStyle: null,
    grid: null,
    scope: 'slide',
    fullscreen: false,
    announcement: { text: '', count: 0 },
  }))
  const present = (): Step => store.getState().history.present
  const setHistory = (history: History<Step>): void => store.setState({ history })

  const record = (next: SlideDocument, cause: ChangeCause, { gesture, selection, slideId }: PerformOptions = {}): boolean => {
    const before = present()
    if (next === before.doc) return false
    const step = withoutDangling({ ...before, doc: next, slideId: slideId ?? before.slideId, selection: selection ?? before.selection })
    setHistory(recordStep(store.getState().history, step, gesture ?? null))
    onChange(next, cause)
    return true
  }

  const apply = (before: SlideDocument, edit: Edit): SlideDocument => applyEdit(before, { format: present().format, ...edit })
  const preview = (edits: readonly Edit[]): SlideDocument => edits.reduce(apply, present().doc)

  const travel = (step: typeof undo, cause: 'undo' | 'redo'): void => {
    const { history } = store.getState()
    const target = cause === 'undo' ? history.past.at(-1) : history.future[0]
    if (!target) return
    // Undo and redo both show the slide and format of the step, even if the user has moved to others.
    const { slideId, format: shown } = target
    const here = replacePresent(history, withoutDangling({ ...history.present, slideId, format: shown }))
    setHistory(step(here))
    store.setState({ editing: null })
    onChange(present().doc, cause)
  }

  return {
    ...store,
    doc: () => present().doc,
    slide: () => inFormat(slideOf(present()), present().format),
    storedSlide: () => slideOf(present()),
    slides: () => present().doc.slides.map((slide) => inFormat(slide, present().format)),
    perform: (edit, options) => record(apply(present().doc, edit), edit.type, options),
    preview,
    performAll: (edits, options) => record(preview(edits), edits[0]?.type ?? 'restore', options),
    offerRedo(edit) {
      const before = present()
      const edited = apply(before.doc, edit)
      if (edited === before.doc) return null
      const offered = { ...before, doc: edited }
      setHistory(offerRedo(store.getState().history, offered))
      const { slideId, selection } = before
      return () => {
        if (store.getState().history.future[0] === offered) travel(redo, 'redo')
        else record(apply(present().doc, edit), edit.type, { slideId, selection })
      }
    },
    endGesture: () => setHistory(endGesture(store.getState().history)),
    undo: () => travel(undo, 'undo'),
    redo: () => travel(redo, 'redo'),
    select(refs) {
      if (store.getState().multiSelecting) store.setState({ multiSelecting: false })
      const step = present()
      if (refs.length === step.selection.length && refs.every((ref, index) => ref === step.selection[index])) return
      setHistory(replacePresent(endGesture(store.getState().history), { ...step, selection: refs }))
    },
    showSlide(slideId) {
      const step = present()
      if (slideId === step.slideId) return
      setHistory(replacePresent(endGesture(store.getState().history), withoutDangling({ ...step, slideId, selection: [] })))
    },
    showFormat(next) {
      const step = present()
      if (next !== step.format) setHistory(replacePresent(endGesture(store.getState().history), { ...step, format: next }))
    },
    replace: (next, cause) => void record(next, cause),
    rebase(change) {
      setHistory(mapHistory(store.getState().history, (step) => withoutDangling({ ...step, doc: change(step.doc) })))
      onChange(present().doc, 'rebase')
      return present().doc
    },
    announce: (text) => store.setState(({ announcement }) => ({ announcement: { text, count: announcement.count + 1 } })),
  }
}
