import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments, sameData } from '@ninesixteen/shared/slide/merge'
import type { EditorStore } from '../document/editor-store.ts'

/** Work of a closed tab, restored on opening. */
export interface RestoredWork {
  /** Removes the restored work as one undo step and keeps later edits. */
  discard(): void
}

/** `store` already holds the work; `saved` is the server's document without it. Null when both are equal. */
export function restoredWork(store: EditorStore, saved: SlideDocument): RestoredWork | null {
  const restored = store.doc()
  if (sameData(restored, saved)) return null
  return {
    discard() {
      store.replace(mergeDocuments({ base: restored, mine: store.doc(), theirs: saved }, 'mine').merged, 'restore')
      store.announce('Unsaved changes discarded')
    },
  }
}
