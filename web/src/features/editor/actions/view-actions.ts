import { safeAreaLabel } from '@ninesixteen/shared/slide/safe-area'
import { Keyboard, Maximize, Palette, ScanLine } from 'lucide-react'
import { chooseSafeArea, safeAreaChoice } from '../stage/safe-area-choice.ts'
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
    run: ({ session: { store } }) => {
      const { isShown, network } = safeAreaChoice()
      chooseSafeArea({ isShown: !isShown })
      store.announce(isShown ? 'Safe area hidden' : `Safe area for ${safeAreaLabel(network)}`)
    },
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
