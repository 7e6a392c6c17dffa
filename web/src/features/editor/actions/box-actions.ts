import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { copyBoxes, newTextBox, pickBoxes, placeNewText, refsOf } from '@ninesixteen/shared/slide/new-box'
import { LOGO_REF, selectableBoxes, type BoxRef } from '@ninesixteen/shared/slide/box'
import { MAX_BOXES } from '@ninesixteen/shared/slide/model'
import { textStyling } from '@ninesixteen/shared/slide/slide-look'
import { ClipboardPaste, CopyPlus, Crop, ImagePlus, PaintRoller, Pencil, SquareDashed, Trash2, Type } from 'lucide-react'
import { newUuid } from '../../../api/new-id.ts'
import { lockedSelection, refuseLocked } from '../document/locked.ts'
import { styleEdit, textTargets } from '../design/text-targets.ts'
import { always, selectionOf } from './editor-action.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'

function duplicateBoxes(context: ActionContext): void {
  const { store } = context.session
  const slide = store.slide()
  const copies = copyBoxes(slide, pickBoxes(slide, selectionOf(context)), newUuid)
  if (store.perform({ type: 'add-boxes', slideId: slide.id, ...copies }, { selection: refsOf(copies) })) store.announce('Duplicated')
}

const targetsOf = (context: ActionContext) => textTargets(context.session.store.slide(), selectionOf(context))

/** The image box that is selected alone. */
function selectedImage(context: ActionContext): BoxRef | undefined {
  const [ref, ...more] = selectionOf(context)
  return more.length === 0 ? context.session.store.slide().imageBoxes.find((box) => box.id === ref)?.id : undefined
}

/** The box with keyboard focus. */
const focusedBox = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset['ref'] : undefined

/** The first press selects the focused box, so that focus can move without changing the selection; each further press toggles a box. */
function selectMore(context: ActionContext): void {
  const { store } = context.session
  const selection = selectionOf(context)
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

/** Adding, editing and selecting boxes. */
export const boxActions = {
  addText: {
    id: 'addText',
    label: 'Add text',
    icon: Type,
    keys: ['t'],
    where: 'stage',
    enabled: ({ session }) => session.store.slide().textBoxes.length < MAX_BOXES,
    run: ({ session: { store, gestures } }) => {
      const slide = store.storedSlide()
      const box = placeNewText(slide, newTextBox(newUuid()))
      store.perform({ type: 'add-boxes', slideId: slide.id, textBoxes: [box], format: MAIN_FORMAT }, { selection: [box.id] })
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
  editText: {
    id: 'editText',
    label: 'Edit text',
    icon: Pencil,
    keys: ['enter', 'f2'],
    where: 'stage',
    enabled: (context) => {
      const selection = selectionOf(context)
      return selection.length === 1 && context.session.store.slide().textBoxes.some((box) => box.id === selection[0])
    },
    run: (context) => {
      const { gestures, store } = context.session
      const [ref] = selectionOf(context)
      if (ref !== undefined && !refuseLocked(store, 'edit')) gestures.send({ type: 'edit', ref })
    },
  },
  crop: {
    id: 'crop',
    label: 'Crop image',
    icon: Crop,
    keys: ['c'],
    where: 'stage',
    enabled: (context) => selectedImage(context) !== undefined,
    run: (context) => {
      const { store } = context.session
      if (!refuseLocked(store, 'crop')) store.setState({ cropping: selectedImage(context) ?? null })
    },
  },
  duplicate: {
    id: 'duplicate',
    label: 'Duplicate',
    icon: CopyPlus,
    keys: ['mod+d'],
    where: 'stage',
    enabled: (context) => selectionOf(context).some((ref) => ref !== LOGO_REF),
    run: duplicateBoxes,
  },
  copyStyle: {
    id: 'copyStyle',
    label: 'Copy style',
    icon: PaintRoller,
    keys: ['mod+alt+c'],
    where: 'page',
    enabled: (context) => targetsOf(context).boxes.length > 0,
    run: (context) => {
      const [box] = targetsOf(context).boxes
      if (!box) return
      context.session.store.setState({ copiedStyle: textStyling(box) })
      context.session.store.announce('Style copied')
    },
  },
  pasteStyle: {
    id: 'pasteStyle',
    label: 'Paste style',
    icon: ClipboardPaste,
    keys: ['mod+alt+v'],
    where: 'page',
    enabled: (context) => context.session.store.getState().copiedStyle !== null && targetsOf(context).boxes.length > 0,
    run: (context) => {
      const { store } = context.session
      const { copiedStyle } = store.getState()
      if (copiedStyle && store.perform(styleEdit(targetsOf(context), copiedStyle))) store.announce('Style pasted')
    },
  },
  remove: {
    id: 'remove',
    label: 'Delete',
    icon: Trash2,
    keys: ['delete', 'backspace'],
    where: 'stage',
    enabled: (context) => selectionOf(context).length > 0,
    run: (context) => {
      const { store } = context.session
      const refs = [...selectionOf(context)]
      const count = refs.length - lockedSelection(store).count
      if (refuseLocked(store, 'delete') || !store.perform({ type: 'delete-boxes', slideId: store.slide().id, refs })) return
      store.announce(count === 1 ? 'Deleted' : `${count} boxes deleted`)
    },
  },
  selectAll: {
    id: 'selectAll',
    label: 'Select all',
    icon: SquareDashed,
    keys: ['mod+a'],
    where: 'stage',
    enabled: always,
    run: ({ session: { store } }) => store.select(selectableBoxes(store.slide()).map((entry) => entry.ref)),
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
} as const satisfies Record<string, EditorAction>
