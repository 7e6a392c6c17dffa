import { History, Redo2, Save, Undo2 } from 'lucide-react'
import { always } from './editor-action.ts'
import type { EditorAction } from './editor-action.ts'

/** Undo, saving and versions. */
export const documentActions = {
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
  versions: {
    id: 'versions',
    label: 'Earlier versions',
    icon: History,
    keys: [],
    where: 'page',
    enabled: always,
    run: ({ ui }) => ui.showVersions(),
  },
} as const satisfies Record<string, EditorAction>
