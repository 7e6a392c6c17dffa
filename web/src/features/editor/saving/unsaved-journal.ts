import { mergeDocuments } from '@ninesixteen/shared/slide/merge'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import type { EditorStore } from '../document/editor-store.ts'
import type { Journal, UnsavedWork } from './journal.ts'

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

/** Unsaved work of several closed tabs: the newest is restored on opening, the others are offered. */
export interface OlderWork {
  /** Newest first. */
  state: StoreApi<readonly UnsavedWork[]>
  /** Merges the work into the open document as one undo step; its own changes win over conflicting ones. */
  restore(work: UnsavedWork): void
  discard(work: UnsavedWork): void
}

/** `left` are the journal entries besides the restored one; entries without changes of their own are removed. */
export function createOlderWork(left: readonly UnsavedWork[], parts: { store: EditorStore; journal: Pick<Journal, 'remove'> }): OlderWork {
  const { store, journal } = parts
  const joined = ({ entry }: UnsavedWork) => mergeDocuments({ base: entry.base.doc, mine: entry.doc, theirs: store.doc() }, 'mine').merged
  const hasOwn = (work: UnsavedWork): boolean => !sameData(joined(work), store.doc())
  for (const work of left) if (!hasOwn(work)) void journal.remove(work.key)
  const state = createStore<readonly UnsavedWork[]>(() => left.filter(hasOwn).toReversed())
  const remove = (work: UnsavedWork): void => {
    state.setState(
      state.getState().filter((other) => other !== work),
      true,
    )
    void journal.remove(work.key)
  }
  return {
    state,
    restore(work) {
      store.replace(joined(work), 'restore')
      store.announce('Unsaved changes restored')
      remove(work)
    },
    discard: remove,
  }
}
