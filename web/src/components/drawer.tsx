import type { DrawerProps } from './drawer-popup.tsx'
import { lazyDialog } from './load-part.tsx'

/** A panel from the right edge; swipe or Esc closes it. */
export const Drawer = lazyDialog<DrawerProps>(async () => (await import('./drawer-popup.tsx')).DrawerPopup)
