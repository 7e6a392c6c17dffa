import { findBox } from '@ninesixteen/shared/slide/box'
import { notify } from '../../../components/toast.tsx'
import type { EditorStore } from './editor-store.ts'

/** Selected boxes that are locked, and whether all are. */
export function lockedSelection(store: EditorStore): { count: number; isAll: boolean } {
  const { selection } = store.getState().history.present
  const count = selection.filter((ref) => findBox(store.slide(), ref)?.box.locked).length
  return { count, isAll: count > 0 && count === selection.length }
}

/** Tells the user why nothing happens when all selected boxes are locked; false when they are not. */
export function refuseLocked(store: EditorStore, deed: 'move' | 'resize' | 'edit' | 'crop' | 'delete'): boolean {
  const { count, isAll } = lockedSelection(store)
  if (isAll) notify.info(count === 1 ? `Unlock this layer to ${deed} it.` : `Unlock these layers to ${deed} them.`)
  return isAll
}
