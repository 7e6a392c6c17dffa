import { newSlide } from '@ninesixteen/shared/slide/edit-slides'
import { MAX_SLIDES } from '@ninesixteen/shared/slide/model'
import { nextTextStyle } from '@ninesixteen/shared/scene/text-style'
import {
  ArrowLeft,
  ArrowRight,
  CaseSensitive,
  CopyPlus,
  ImageUp,
  LayoutGrid,
  Images,
  Paintbrush,
  Palette,
  Plus,
  Shuffle,
  Sparkles,
  Trash2,
} from 'lucide-react'
import { newUuid } from '../../../api/new-id.ts'
import { refusalOf } from '../tidy/place-texts.ts'
import { TEXT_STYLE_LABELS } from '../text/text-style-labels.ts'
import { always } from './editor-action.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'
import { deleteSlides, duplicateSlides, moveSlidesTo, oneSlideOnly } from './slides-together.ts'

const slideIds = ({ session }: ActionContext): string[] => {
  const { scope } = session.store.getState()
  return scope === 'all' ? session.store.doc().slides.map((slide) => slide.id) : [session.store.slide().id]
}

const slideIndex = (context: ActionContext): number => {
  const { id } = context.session.store.slide()
  return context.session.store.doc().slides.findIndex((slide) => slide.id === id)
}

const refuseVideo = ({ session }: ActionContext): string | null => oneSlideOnly(session)

function moveSlideBy(context: ActionContext, step: number): void {
  moveSlidesTo(context.session, [context.session.store.slide().id], slideIndex(context) + step)
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
  findPhoto: {
    id: 'findPhoto',
    label: 'Find a photo for this slide',
    icon: ImageUp,
    keys: ['shift+b'],
    where: 'stage',
    enabled: always,
    run: ({ ui }) => ui.findPhoto(),
  },
  changePhotos: {
    id: 'changePhotos',
    label: 'Other photos for all slides',
    icon: Shuffle,
    keys: ['shift+o'],
    where: 'stage',
    enabled: always,
    run: ({ ui }) => ui.changePhotos(),
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
    refusal: refuseVideo,
    run: ({ session: { store } }) => {
      const slide = newSlide(newUuid(), store.doc().slides.length + 1)
      if (store.perform({ type: 'add-slides', slides: [slide] }, { slideId: slide.id, selection: [] }))
        store.announce(`${slide.title} added`)
    },
  },
  duplicateSlide: {
    id: 'duplicateSlide',
    label: 'Duplicate slide',
    icon: CopyPlus,
    keys: [],
    where: 'page',
    enabled: ({ session }) => session.store.doc().slides.length < MAX_SLIDES,
    refusal: refuseVideo,
    run: ({ session }) => void duplicateSlides(session, [session.store.slide().id]),
  },
  deleteSlide: {
    id: 'deleteSlide',
    label: 'Delete slide',
    icon: Trash2,
    keys: [],
    where: 'page',
    enabled: ({ session }) => session.store.doc().slides.length > 1,
    run: ({ session }) => void deleteSlides(session, [session.store.slide().id]),
  },
  allSlides: {
    id: 'allSlides',
    label: 'All slides',
    icon: LayoutGrid,
    keys: ['o'],
    where: 'stage',
    enabled: always,
    refusal: refuseVideo,
    run: ({ session: { store, gestures } }) => {
      gestures.send({ type: 'leave' })
      store.setState({ grid: { selected: [] } })
    },
  },
  changeLook: {
    id: 'changeLook',
    label: 'Change look',
    icon: Palette,
    keys: ['shift+l'],
    where: 'stage',
    enabled: always,
    run: ({ ui }) => ui.changeLook(),
  },
  tidySlide: {
    id: 'tidySlide',
    label: 'Tidy this slide',
    icon: Sparkles,
    keys: ['shift+t'],
    where: 'stage',
    enabled: always,
    refusal: ({ session }) => refusalOf(session.store.storedSlide()),
    run: ({ ui }) => ui.tidySlide(),
  },
  applyLook: {
    id: 'applyLook',
    label: 'Apply look to…',
    icon: Paintbrush,
    keys: ['shift+s'],
    where: 'stage',
    enabled: ({ session }) => session.store.doc().slides.length > 1,
    run: ({ session: { store }, ui }) => ui.applyLook(store.getState().grid?.selected ?? []),
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
