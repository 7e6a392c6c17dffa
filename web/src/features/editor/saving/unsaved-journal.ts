import { mergeDocuments, sameData } from '@ninesixteen/shared/slide/merge'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { EditorStore } from '../document/editor-store.ts'
import type { Journal, KeptWork } from './journal.ts'

/** Unsaved work of more than one page that is gone: the newest was brought back, each other one is offered. */
export interface OlderWork {
  /** The newest first. */
  state: StoreApi<readonly KeptWork[]>
  /** Joins its changes into the open document, as one undo step; where both changed the same thing, its own stand. */
  bringBack(work: KeptWork): void
  discard(work: KeptWork): void
}

/** `left` is what remains on the device beside the work that was brought back; what has nothing of its own to offer is put away. */
export function createOlderWork(left: readonly KeptWork[], parts: { store: EditorStore; journal: Pick<Journal, 'remove'> }): OlderWork {
  const { store, journal } = parts
  const joined = ({ entry }: KeptWork) => mergeDocuments({ base: entry.base.doc, mine: entry.doc, theirs: store.doc() }, 'mine').merged
  const hasOwn = (work: KeptWork): boolean => !sameData(joined(work), store.doc())
  for (const work of left) if (!hasOwn(work)) void journal.remove(work.key)
  const state = createStore<readonly KeptWork[]>(() => left.filter(hasOwn).toReversed())
  const putAway = (work: KeptWork): void => {
    state.setState(
      state.getState().filter((other) => other !== work),
      true,
    )
    void journal.remove(work.key)
  }
  return {
    state,
    bringBack(work) {
      store.replace(joined(work), 'restore')
      store.say('Unsaved changes brought back')
      putAway(work)
    },
    discard: putAway,
  }
}
