import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and passes its props on. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
}

export function Menu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemLook {
  icon?: ReactNode
  /** Second line, quieter. */
  detail?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

function ItemContent({ icon, detail, shortcut, children }: MenuItemLook) {
  return (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.words}>
        {children}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut && <kbd className={styles.shortcut}>{shortcut}</kbd>}
    </>
  )
}

export function MenuItem({ onSelect, ...look }: MenuItemLook & { onSelect(): void }) {
  return (
    <Base.Item className={classNames(styles.item, look.danger && styles.danger)} disabled={look.disabled} onClick={onSelect}>
      <ItemContent {...look} />
    </Base.Item>
  )
}

export function MenuLink({ to, ...look }: MenuItemLook & { to: string }) {
  return (
    <Base.LinkItem className={classNames(styles.item, look.danger && styles.danger)} render={<Link to={to} />} closeOnClick>
      <ItemContent {...look} />
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}

/** Words above the items that are no item. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>
}
