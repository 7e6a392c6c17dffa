import { lazy, Suspense } from 'react'
import { loadPart } from './load-part.ts'
import { useWasOpened } from './use-was-opened.ts'
import type { DrawerProps } from './drawer-props.ts'

const DrawerPopup = lazy(async () => ({ default: (await loadPart(() => import('./drawer-popup.tsx'))).DrawerPopup }))

/** A panel from the right edge; swipe or Esc closes it. */
export function Drawer(props: DrawerProps) {
  const wanted = useWasOpened(props.open)
  return (
    wanted && (
      <Suspense>
        <DrawerPopup {...props} />
      </Suspense>
    )
  )
}
