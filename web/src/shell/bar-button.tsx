import { Suspense, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react'
import { IconButton, type IconButtonProps } from '../components/icon-button.tsx'

export interface BarButtonProps extends IconButtonProps {
  /** Loads the popup, before it is opened. */
  preload(): Promise<void>
  Popup: ComponentType<{ trigger: ReactElement<Record<string, unknown>> }>
}

/** A button of the top bar. Its popup loads when the user is about to open it. */
export function BarButton({ preload, Popup, ...button }: BarButtonProps) {
  const [isOpened, setOpened] = useState(false)
  const load = () => void preload()
  const opening: Partial<ComponentProps<'button'>> = {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => void preload().then(() => setOpened(true)),
  }
  const first = <IconButton {...button} {...opening} />
  return isOpened ? (
    <Suspense fallback={first}>
      <Popup trigger={<IconButton {...button} />} />
    </Suspense>
  ) : (
    first
  )
}
