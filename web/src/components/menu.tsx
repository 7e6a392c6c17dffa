import { cloneElement, type KeyboardEvent, Suspense, useState } from 'react'
import { deferred } from './load-part.tsx'
import type { MenuChoiceProps, MenuProps } from './menu-popup.tsx'

const popup = deferred(() => import('./menu-popup.tsx'))

const OpenMenu = popup.component((parts) => parts.OpenMenu)
export const MenuItem = popup.component((parts) => parts.MenuItem)
export const MenuLink = popup.component((parts) => parts.MenuLink)
export const MenuSeparator = popup.component((parts) => parts.MenuSeparator)
export const MenuHeading = popup.component((parts) => parts.MenuHeading)
const OpenMenuChoice = popup.component((parts) => parts.MenuChoice<string>)

/**
 * A menu behind a button. At first only the button exists: hover and focus load the rest, and the first click replaces it with the open menu.
 */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(props.startsOpen ?? false)
  const preload = () => Promise.allSettled([popup.preload(), props.onPreload?.()])
  const open = () => void preload().then(() => setOpened(true))
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': wasOpened,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
    },
  })
  return wasOpened ? (
    <Suspense fallback={button}>
      <OpenMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}

/** Radio items side by side, which leave the menu open, or one below the other, which close it. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  // The value is one of the options'.
  return <OpenMenuChoice {...props} onChange={(value) => props.onChange(value as T)} />
}
