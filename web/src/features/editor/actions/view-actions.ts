import { Keyboard, Maximize, Palette, ScanLine } from 'lucide-react'
import { always } from './editor-action.ts'
import type { EditorAction } from './editor-action.ts'

/** The view, which is not part of the document. */
export const viewActions = {
  design: {
    id: 'design',
    label: 'Design',
    icon: Palette,
    keys: ['d'],
    where: 'stage',
    enabled: always,
    run: ({ session: { store } }) => store.setState(({ design }) => ({ design: { ...design, isOpen: !design.isOpen } })),
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
