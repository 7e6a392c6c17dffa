import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments, sameData } from '@ninesixteen/shared/slide/merge'
import type { EditorStore } from '../document/editor-store.ts'

/** Work of a page that is gone, which was brought back on opening. */
export interface RestoredWork {
  /** Takes it away as one undo step. What was done on top of it meanwhile stays. */
  discard(): void
}

/** The store holds the work by now; `saved` is what the server had without it. Null when both are the same. */
export function restoredWork(store: EditorStore, saved: SlideDocument): RestoredWork | null {
  const restored = store.doc()
  if (sameData(restored, saved)) return null
  return {
    discard() {
      store.replace(mergeDocuments({ base: restored, mine: store.doc(), theirs: saved }, 'mine').merged, 'restore')
      store.say('Unsaved changes discarded')
    },
  }
}
