import { lazy, Suspense } from 'react'
import { loadPart } from './load-part.ts'
import { useWasOpened } from './use-was-opened.ts'
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
