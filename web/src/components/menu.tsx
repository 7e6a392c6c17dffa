import { cloneElement, Suspense, useState, type KeyboardEvent } from 'react'
import { deferred } from './deferred.tsx'
import type { MenuChoiceProps, MenuProps } from './menu-props.ts'

const popup = deferred(() => import('./menu-popup.tsx'))

const OpenMenu = popup.component((parts) => parts.OpenMenu)
export const MenuItem = popup.component((parts) => parts.MenuItem)
export const MenuLink = popup.component((parts) => parts.MenuLink)
export const MenuSeparator = popup.component((parts) => parts.MenuSeparator)
/** Words above the items that are no item. */
export const MenuHeading = popup.component((parts) => parts.MenuHeading)
const OpenMenuChoice = popup.component((parts) => parts.MenuChoice<string>)

/**
 * A menu behind a button. Until it is first asked for there is only the button: pointing at it or focusing it loads the rest,
 * pressing it puts the open menu in its place.
 */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(false)
  const preload = () => Promise.allSettled([popup.preload(), props.onPreload?.()])
  const open = () => void preload().then(() => setAsked(true))
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': asked,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
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
