import { lazy, Suspense } from 'react'
import { loadPart, useWasOpened } from './load-part.tsx'
import type { DrawerProps } from './drawer-popup.tsx'

const DrawerPopup = lazy(async () => ({ default: (await loadPart(() => import('./drawer-popup.tsx'))).DrawerPopup }))

/** A panel from the right edge; swipe or Esc closes it. */
export function Drawer(props: DrawerProps) {
  const wasOpened = useWasOpened(props.open)
  return (
    wasOpened && (
      <Suspense>
        <DrawerPopup {...props} />
      </Suspense>
    )
  )
}
