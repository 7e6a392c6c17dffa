import { copyBoxes, newTextBox, placeNew } from '@ninesixteen/shared/slide/new-box'
import { listBoxes, LOGO_REF } from '@ninesixteen/shared/slide/box'
import { newSlideTitle, slideAfterDelete } from '@ninesixteen/shared/slide/edit-slides'
import { MAX_BOXES, MAX_SLIDES } from '@ninesixteen/shared/slide/model'
import { nextTextStyle } from '@ninesixteen/shared/scene/text-style'
import {
  ArrowLeft,
  ArrowRight,
  CaseSensitive,
  CopyPlus,
  History,
  ImagePlus,
  Images,
  Keyboard,
  LayoutGrid,
  Maximize,
  Pencil,
  Plus,
  Redo2,
  Save,
  ScanLine,
  SquareDashed,
  Trash2,
  Type,
  Undo2,
} from 'lucide-react'
import { arrangeActions } from './arrange-actions.ts'
import { newUuid } from '../../../api/new-id.ts'
import { TEXT_STYLE_LABELS } from '../text/text-style-labels.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'

const always = (): boolean => true
const view = ({ session }: ActionContext) => session.store.getState().history.present
const selected = (context: ActionContext): boolean => view(context).selection.length > 0
const slideIds = ({ session }: ActionContext): string[] => {
  const { scope } = session.store.getState()
  return scope === 'all' ? session.store.doc().slides.map((slide) => slide.id) : [session.store.slide().id]
}
const slideIndex = (context: ActionContext): number => {
  const { id } = context.session.store.slide()
  return context.session.store.doc().slides.findIndex((slide) => slide.id === id)
}

const VIDEO_HAS_ONE_SLIDE = 'A video has exactly one slide'

/** A multi-photo video plays one slide over changing photos and would never show a second one. */
const oneSlideOnly = ({ session }: ActionContext): string | null =>
  session.project.contentType === 'multi-photo-video' ? VIDEO_HAS_ONE_SLIDE : null

function moveSlideBy(context: ActionContext, step: number): void {
  const { store } = context.session
  const to = slideIndex(context) + step
  if (store.perform({ type: 'move-slide', slideId: store.slide().id, to })) store.announce(`Slide moved to position ${to + 1}`)
}

function showSlideBy(context: ActionContext, step: number): void {
  const { store } = context.session
  const index = slideIndex(context) + step
  const slide = store.doc().slides[index]
  if (!slide) return
  store.showSlide(slide.id)
  store.announce(`Slide ${index + 1} of ${store.doc().slides.length}`)
}

function duplicateBoxes(context: ActionContext): void {
  const { store } = context.session
  const slide = store.slide()
  const { selection } = view(context)
  const isSelected = (box: { id: string }): boolean => selection.includes(box.id)
  const originals = { textBoxes: slide.textBoxes.filter(isSelected), imageBoxes: slide.imageBoxes.filter(isSelected) }
  const { textBoxes, imageBoxes } = copyBoxes(slide, originals, newUuid)
  const refs = [...textBoxes, ...imageBoxes].map((box) => box.id)
  if (store.perform({ type: 'add-boxes', slideId: slide.id, textBoxes, imageBoxes }, { selection: refs })) store.announce('Duplicated')
}

/** The box with keyboard focus. */
const focusedBox = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset['ref'] : undefined

/** The first press selects the focused box, so that focus can move without changing the selection; each further press toggles a box. */
function selectMore(context: ActionContext): void {
  const { store } = context.session
  const { selection } = view(context)
  const ref = focusedBox()
  if (ref === undefined) return
  if (selection.length === 1 && selection[0] === ref && !store.getState().multiSelecting) {
    store.setState({ multiSelecting: true })
    return store.announce('Box selected. Tab to another box and press Space to add it.')
  }
  const next = selection.includes(ref) ? selection.filter((other) => other !== ref) : [...selection, ref]
  store.select(next)
  store.setState({ multiSelecting: true })
  store.announce(`${next.length} selected`)
}

export const actions = {
  undo: {
    id: 'undo',
    label: 'Undo',
    icon: Undo2,
    keys: ['mod+z'],
    where: 'page',
    enabled: ({ session }) => session.store.getState().history.past.length > 0,
    run: ({ session }) => {
      session.store.undo()
      session.store.announce('Undone')
    },
  },
  redo: {
    id: 'redo',
    label: 'Redo',
    icon: Redo2,
    keys: ['mod+shift+z', 'mod+y'],
    where: 'page',
    enabled: ({ session }) => session.store.getState().history.future.length > 0,
    run: ({ session }) => {
      session.store.redo()
      session.store.announce('Redone')
    },
  },
  save: {
    id: 'save',
    label: 'Save Changes',
    icon: Save,
    keys: ['mod+s'],
    where: 'page',
    enabled: always,
    run: ({ session }) => session.saver.saveNow(),
  },
  addText: {
    id: 'addText',
    label: 'Add text',
    icon: Type,
    keys: ['t'],
    where: 'stage',
    enabled: ({ session }) => session.store.slide().textBoxes.length < MAX_BOXES,
    run: ({ session: { store, gestures } }) => {
      const box = placeNew(store.slide(), newTextBox(newUuid()))
      store.perform({ type: 'add-boxes', slideId: store.slide().id, textBoxes: [box], imageBoxes: [] }, { selection: [box.id] })
      store.announce('Text box added')
      gestures.send({ type: 'edit', ref: box.id })
    },
  },
  addImage: {
    id: 'addImage',
    label: 'Add image',
    icon: ImagePlus,
    keys: ['i'],
    where: 'stage',
    enabled: ({ session }) => session.store.slide().imageBoxes.length < MAX_BOXES,
    run: ({ ui }) => ui.pick('image-box'),
  },
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
  editText: {
    id: 'editText',
    label: 'Edit text',
    icon: Pencil,
    keys: ['enter', 'f2'],
    where: 'stage',
    enabled: (context) => {
      const { selection } = view(context)
      return selection.length === 1 && context.session.store.slide().textBoxes.some((box) => box.id === selection[0])
    },
    run: (context) => {
      const [ref] = view(context).selection
      if (ref !== undefined) context.session.gestures.send({ type: 'edit', ref })
    },
  },
  duplicate: {
    id: 'duplicate',
    label: 'Duplicate',
    icon: CopyPlus,
    keys: ['mod+d'],
    where: 'stage',
    enabled: (context) => view(context).selection.some((ref) => ref !== LOGO_REF),
    run: duplicateBoxes,
  },
  remove: {
    id: 'remove',
    label: 'Delete',
    icon: Trash2,
    keys: ['delete', 'backspace'],
    where: 'stage',
    enabled: selected,
    run: (context) => {
      const { store } = context.session
      const refs = [...view(context).selection]
      if (!store.perform({ type: 'delete-boxes', slideId: store.slide().id, refs })) return
      store.announce(refs.length === 1 ? 'Deleted' : `${refs.length} boxes deleted`)
    },
  },
  ...arrangeActions,
  selectAll: {
    id: 'selectAll',
    label: 'Select all',
    icon: SquareDashed,
    keys: ['mod+a'],
    where: 'stage',
    enabled: always,
    run: ({ session: { store } }) => store.select(listBoxes(store.slide()).map((entry) => entry.ref)),
  },
  selectMore: {
    id: 'selectMore',
    label: 'Select several',
    icon: SquareDashed,
    keys: [' '],
    where: 'stage',
    enabled: () => focusedBox() !== undefined,
    run: selectMore,
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
      const slideId = newUuid()
      const title = newSlideTitle(store.doc().slides.length + 1)
      if (store.perform({ type: 'add-slide', slideId }, { slideId, selection: [] })) store.announce(`${title} added`)
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
      const slideId = newUuid()
      const { id } = store.slide()
      if (store.perform({ type: 'add-slide', slideId, after: id, copyOf: id }, { slideId, selection: [] })) store.announce('Slide duplicated')
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
      const next = slideAfterDelete(store.doc().slides, id)
      if (next === null) return
      if (store.perform({ type: 'delete-slide', slideId: id }, { slideId: next, selection: [] })) store.announce('Slide deleted')
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
  fullscreen: {
    id: 'fullscreen',
    label: 'Fullscreen',
    icon: Maximize,
    keys: ['f'],
    where: 'stage',
    enabled: always,
    run: ({ session: { store } }) => store.setState(({ fullscreen }) => ({ fullscreen: !fullscreen })),
  },
  safeArea: {
    id: 'safeArea',
    label: 'Safe area',
    icon: ScanLine,
    keys: ['g'],
    where: 'stage',
    enabled: always,
    run: ({ session: { store } }) => store.setState(({ safeArea }) => ({ safeArea: !safeArea })),
  },
  versions: {
    id: 'versions',
    label: 'Earlier versions',
    icon: History,
    keys: [],
    where: 'page',
    enabled: always,
    run: ({ ui }) => ui.showVersions(),
  },
  shortcuts: {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keys: ['?'],
    where: 'stage',
    enabled: always,
    run: ({ ui }) => ui.showShortcuts(),
  },
} as const satisfies Record<string, EditorAction>

export type ActionId = keyof typeof actions
