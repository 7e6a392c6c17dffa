import { lazy, Suspense, type ReactNode } from 'react'
import { loadPart } from './load-part.ts'
import { useWanted } from './use-wanted.ts'

const DrawerPopup = lazy(async () => ({ default: (await loadPart(() => import('./drawer-popup.tsx'))).DrawerPopup }))

export interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  children: ReactNode
}

/** A panel from the right edge; swipe or Esc closes it. */
export function Drawer(props: DrawerProps) {
  const wanted = useWanted(props.open)
  return (
    wanted && (
      <Suspense>
        <DrawerPopup {...props} />
      </Suspense>
    )
  )
}
