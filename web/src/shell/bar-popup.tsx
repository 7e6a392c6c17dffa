import { Popover } from '@base-ui/react/popover'
import { useState, type ReactElement, type ReactNode } from 'react'
import { usePopupContainer } from '../components/popup-context.ts'
import styles from './bar-popup.module.css'

export interface BarPopupProps {
  trigger: ReactElement<Record<string, unknown>>
  /** The list; `onLeave` closes the popup. */
  children(onLeave: () => void): ReactNode
}

/** A list below a button of the top bar; open from the start. */
export function BarPopup({ trigger, children }: BarPopupProps) {
  const [open, setOpen] = useState(true)
  const container = usePopupContainer()
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={container}>
        <Popover.Positioner className={styles.positioner} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup}>{children(() => setOpen(false))}</Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Its title, with what belongs next to it. */
export function BarPopupHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <Popover.Title className={styles.title}>{title}</Popover.Title>
      {children}
    </div>
  )
}
