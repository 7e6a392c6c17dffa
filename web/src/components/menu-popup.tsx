import { Menu as Base } from '@base-ui/react/menu'
import { Suspense, useId, type ReactElement, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { usePopupContainer } from './popup-context.ts'
import styles from './menu.module.css'

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and spreads its props. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** Open from the start. */
  startsOpen?: boolean
  /** Loads the content when the user is about to open the menu. The menu opens once it has loaded. */
  onPreload?(): Promise<unknown>
}

export interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  /** One below the other, for longer labels. */
  stacked?: boolean
  onChange(value: T): void
}

interface MenuItemLook {
  icon?: ReactNode
  /** Second line. */
  detail?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

/** Mounted open; `menu.tsx` loads it when the user is about to open the first menu. */
export function OpenMenu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  const container = usePopupContainer()
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.popup}>
            <Suspense>{children}</Suspense>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
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

export function MenuChoice<T extends string>({ label, value, options, stacked = false, onChange }: MenuChoiceProps<T>) {
  const id = useId()
  return (
    <Base.RadioGroup
      className={classNames(styles.choice, stacked && styles.stacked)}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      aria-labelledby={id}
    >
      <span id={id} className={styles.choiceLabel}>
        {label}
      </span>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={styles.option} closeOnClick={stacked}>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** Text above the items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>
}
