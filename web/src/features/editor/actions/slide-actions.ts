import { copySlides, newSlide, slideAfterDelete } from '@ninesixteen/shared/slide/edit-slides'
import { MAX_SLIDES } from '@ninesixteen/shared/slide/model'
import { nextTextStyle } from '@ninesixteen/shared/scene/text-style'
import { ArrowLeft, ArrowRight, CaseSensitive, Images, LayoutGrid, Plus, Trash2 } from 'lucide-react'
import { newUuid } from '../../../api/new-id.ts'
import { TEXT_STYLE_LABELS } from '../text/text-style-labels.ts'
import { always } from './editor-action.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'

const slideIds = ({ session }: ActionContext): string[] => {
  const { scope } = session.store.getState()
  return scope === 'all' ? session.store.doc().slides.map((slide) => slide.id) : [session.store.slide().id]
}

const slideIndex = (context: ActionContext): number => {
  const { id } = context.session.store.slide()
  return context.session.store.doc().slides.findIndex((slide) => slide.id === id)
}

/** A multi-photo video plays one slide over changing photos and would never show a second one. */
const oneSlideOnly = ({ session }: ActionContext): string | null =>
  session.project.contentType === 'multi-photo-video' ? 'A video has exactly one slide' : null

function moveSlideBy(context: ActionContext, step: number): void {
  const { store } = context.session
  const to = slideIndex(context) + step
  if (store.perform({ type: 'move-slides', slideIds: [store.slide().id], to })) store.announce(`Slide moved to position ${to + 1}`)
}

function showSlideBy(context: ActionContext, step: number): void {
  const { store } = context.session
  const index = slideIndex(context) + step
  const slide = store.doc().slides[index]
  if (!slide) return
  store.showSlide(slide.id)
  store.announce(`Slide ${index + 1} of ${store.doc().slides.length}`)
}

/** The look, number and order of slides. */
export const slideActions = {
  background: {
    id: 'background',
    label: 'Background',
    icon: Images,
    keys: ['b'],
    where: 'stage',
    enabled: always,
    run: ({ ui }) => ui.pick('background'),
  },
  textStyle: {
    id: 'textStyle',
    label: 'Text style',
    icon: CaseSensitive,
    keys: ['s'],
    where: 'stage',
    enabled: always,
    run: (context) => {
      const { store } = context.session
      const style = nextTextStyle(store.slide().textStyle)
      store.perform({ type: 'set-text-style', slideIds: slideIds(context), style })
      store.announce(`Text style: ${TEXT_STYLE_LABELS[style]}`)
    },
  },
  addSlide: {
    id: 'addSlide',
    label: 'Add slide',
    icon: Plus,
    keys: [],
    where: 'page',
    enabled: ({ session }) => session.store.doc().slides.length < MAX_SLIDES,
    refusal: oneSlideOnly,
    run: ({ session: { store } }) => {
      const slide = newSlide(newUuid(), store.doc().slides.length + 1)
      if (store.perform({ type: 'add-slides', slides: [slide] }, { slideId: slide.id, selection: [] }))
        store.announce(`${slide.title} added`)
    },
  },
  duplicateSlide: {
    id: 'duplicateSlide',
    label: 'Duplicate slide',
    icon: LayoutGrid,
    keys: [],
    where: 'page',
    enabled: ({ session }) => session.store.doc().slides.length < MAX_SLIDES,
    refusal: oneSlideOnly,
    run: ({ session: { store } }) => {
      const slide = store.slide()
      const slides = copySlides([slide], newUuid)
      const options = { selection: [], ...(slides[0] && { slideId: slides[0].id }) }
      if (store.perform({ type: 'add-slides', slides, after: slide.id }, options)) store.announce('Slide duplicated')
    },
  },
  deleteSlide: {
    id: 'deleteSlide',
    label: 'Delete slide',
    icon: Trash2,
    keys: [],
    where: 'page',
    enabled: ({ session }) => session.store.doc().slides.length > 1,
    run: ({ session: { store } }) => {
      const { id } = store.slide()
      const next = slideAfterDelete(store.doc().slides, [id])
      if (next === null) return
      if (store.perform({ type: 'delete-slides', slideIds: [id] }, { slideId: next, selection: [] })) store.announce('Slide deleted')
    },
  },
  previousSlide: {
    id: 'previousSlide',
    label: 'Previous slide',
    icon: ArrowLeft,
    keys: ['pageup'],
    where: 'page',
    enabled: (context) => slideIndex(context) > 0,
    run: (context) => showSlideBy(context, -1),
  },
  nextSlide: {
    id: 'nextSlide',
    label: 'Next slide',
    icon: ArrowRight,
    keys: ['pagedown'],
    where: 'page',
    enabled: (context) => slideIndex(context) < context.session.store.doc().slides.length - 1,
    run: (context) => showSlideBy(context, 1),
  },
  moveSlideLeft: {
    id: 'moveSlideLeft',
    label: 'Move slide left',
    icon: ArrowLeft,
    keys: ['mod+shift+pageup'],
    where: 'page',
    enabled: (context) => slideIndex(context) > 0,
    run: (context) => moveSlideBy(context, -1),
  },
  moveSlideRight: {
    id: 'moveSlideRight',
    label: 'Move slide right',
    icon: ArrowRight,
    keys: ['mod+shift+pagedown'],
    where: 'page',
    enabled: (context) => slideIndex(context) < context.session.store.doc().slides.length - 1,
    run: (context) => moveSlideBy(context, 1),
  },
} as const satisfies Record<string, EditorAction>
