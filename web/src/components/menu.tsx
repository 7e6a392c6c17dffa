import { cloneElement, lazy, Suspense, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'

const load = () => import('./menu-popup.tsx')

const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }))
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))
export const MenuLink = lazy(async () => ({ default: (await load()).MenuLink }))
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))
/** Words above the items that are no item. */
export const MenuHeading = lazy(async () => ({ default: (await load()).MenuHeading }))

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and passes its props on. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
}

export interface MenuItemLook {
  icon?: ReactNode
  /** Second line, quieter. */
  detail?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

/**
 * A menu behind a button. Until it is first asked for there is only the button: pointing at it or focusing it loads the rest,
 * pressing it puts the open menu in its place.
 */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(false)
  const preload = () => void load()
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': asked,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setAsked(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setAsked(true)
    },
  })
  return asked ? (
    <Suspense fallback={button}>
      <OpenMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
