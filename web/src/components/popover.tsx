import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { popupContainer } from './popup-container.ts'
import styles from './popover.module.css'

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  /** Accessible name of the pop-up. */
  label: string
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
}

export function Popover({ trigger, label, children, side = 'bottom', align = 'center' }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={popupContainer()}>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={8} collisionPadding={8}>
          <Base.Popup className={styles.popup} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
