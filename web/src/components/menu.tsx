import { cloneElement, lazy, Suspense, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'

const load = () => import('./menu-popup.tsx')

const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }))
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }))
export const MenuLink = lazy(async () => ({ default: (await load()).MenuLink }))
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))
/** Words above the items that are no item. */
export const MenuHeading = lazy(async () => ({ default: (await load()).MenuHeading }))
/** What `lazy` keeps of a generic component: options of any kind of string. */
type AnyMenuChoice = (props: MenuChoiceProps<string>) => ReactNode
const OpenMenuChoice = lazy(async () => ({ default: (await load()).MenuChoice as AnyMenuChoice }))

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and passes its props on. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** Called when somebody is about to open it: time to load what it holds. */
  onPreload?(): void
}

export interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange(value: T): void
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
  const preload = () => {
    void load()
    props.onPreload?.()
  }
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

/** One of a few, side by side; choosing leaves the menu open. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  // It gives back one of the values it was given.
  return <OpenMenuChoice {...props} onChange={(value) => props.onChange(value as T)} />
}
