import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { mergeDocuments } from '@ninesixteen/shared/slide/merge'
import type { EditorStore } from '../document/editor-store.ts'

/** Merges remote changes into the open document. After a conflict, undo restores the side that the user rejected. */
export function mergeRemote(
  store: EditorStore,
  sides: { base: SlideDocument; theirs: SlideDocument; how: 'merged' | 'mine' | 'theirs' },
): SlideDocument {
  const { base, theirs, how } = sides
  if (how === 'merged') return store.rebase((doc) => mergeDocuments({ base, mine: doc, theirs }, 'mine').merged)
  const mine = store.doc()
  store.replace(mergeDocuments({ base, mine, theirs }, 'theirs').merged, 'rebase')
  if (how === 'mine') store.replace(mergeDocuments({ base, mine, theirs }, 'mine').merged, 'rebase')
  return store.doc()
}
