import { FORMATS, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { Proportions, RotateCcw } from 'lucide-react'
import { chooseFormat, FORMAT_NAMES } from '../../../app/format-choice.ts'
import type { EditorStore } from '../document/editor-store.ts'
import { selectionOf } from './editor-action.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'

/** Shows all slides in a format, and remembers it for the next slideshow. */
export function showFormat(store: EditorStore, format: Format): void {
  store.showFormat(format)
  chooseFormat(format)
  store.announce(`Format ${format}, ${FORMAT_NAMES[format]}`)
}

/** The selected boxes that were placed by hand in the shown format. */
function placedByHand(context: ActionContext): string[] {
  const { store } = context.session
  const { format } = store.getState().history.present
  const boxes = format === MAIN_FORMAT ? undefined : store.storedSlide().formats?.[format]?.boxes
  return boxes ? selectionOf(context).filter((ref) => ref in boxes) : []
}

/** The format of the slides. */
export const formatActions = {
  nextFormat: {
    id: 'nextFormat',
    label: 'Next format',
    icon: Proportions,
    keys: ['r'],
    where: 'stage',
    enabled: ({ session }) => session.project.contentType !== 'multi-photo-video',
    run: ({ session: { store } }) => {
      const next = FORMATS[(FORMATS.indexOf(store.getState().history.present.format) + 1) % FORMATS.length]
      if (next) showFormat(store, next)
    },
  },
  resetPlace: {
    id: 'resetPlace',
    label: 'Reset to automatic',
    icon: RotateCcw,
    keys: [],
    where: 'stage',
    enabled: (context) => placedByHand(context).length > 0,
    run: (context) => {
      const { store } = context.session
      store.perform({ type: 'reset-format', slideIds: [store.slide().id], refs: placedByHand(context) })
      store.announce('Placed automatically again')
    },
  },
} as const satisfies Record<string, EditorAction>
