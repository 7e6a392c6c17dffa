import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useMatch, useNavigate, useResolvedPath, type To } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
}

/** A plain click on a link of this window; any other (a new tab, a download) is the browser's. */
function isPlainClick(event: MouseEvent, target: string | undefined): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event
  return button === 0 && (target === undefined || target === '_self') && !(metaKey || altKey || ctrlKey || shiftKey)
}

/** A link to a page of the product. Why not the router's own: see app/browser-router.tsx. */
export function Link({ to, onClick, target, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const path = useResolvedPath(to)
  const location = useLocation()
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event, target)) return
    event.preventDefault()
    // The page that is open already gets no second entry in the history.
    void navigate(to, { replace: createPath(location) === createPath(path) })
  }
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  )
}

/** A link of a navigation: it says when its page, or one below it, is the open one. */
export function NavLink(props: LinkProps) {
  const { pathname } = useResolvedPath(props.to)
  const isCurrent = useMatch({ path: pathname, end: false }) !== null
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}
