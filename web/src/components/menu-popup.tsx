import { Menu as Base } from '@base-ui/react/menu'
import { Suspense, useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import type { MenuChoiceProps, MenuItemLook, MenuProps } from './menu-props.ts'
import { usePopupContainer } from './popup-container.ts'
import styles from './menu.module.css'

/** The menu itself, already open; `menu.tsx` loads it when it is first asked for. */
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

export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  const id = useId()
  return (
    <Base.RadioGroup className={styles.choice} value={value} onValueChange={(next) => onChange(next as T)} aria-labelledby={id}>
      <span id={id} className={styles.choiceLabel}>
        {label}
      </span>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={styles.option} closeOnClick={false}>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** Words above the items that are no item. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>
}
