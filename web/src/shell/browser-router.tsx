import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import {
  createPath,
  NavigationType as Action,
  resolvePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router'
import { isStudioPath } from '../app/studio-paths.ts'
import { isStepHeld } from '../components/held-history.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Resolves a target against the open page, and says whether this router has a route for it. */
function destination(to: To): { href: string; isHere: boolean } {
  const path = resolvePath(to, location.pathname)
  return { href: createPath(path), isHere: isStudioPath(path.pathname) }
}

/** Navigates within the studio; public pages load as documents of their own. */
const navigator: Navigator = {
  createHref: history.createHref,
  encodeLocation: history.encodeLocation,
  go: history.go,
  push(to, state) {
    const { href, isHere } = destination(to)
    if (isHere) history.push(to, state)
    else location.assign(href)
  },
  replace(to, state) {
    const { href, isHere } = destination(to)
    if (isHere) history.replace(to, state)
    else location.replace(href)
  },
}

/** The link that a plain click follows; null for clicks the browser handles itself (a new tab, a download, an anchor on this page). */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { button, metaKey, altKey, ctrlKey, shiftKey, target } = event
  if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return null
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return null
  const isPartOfPage = link.getAttribute('href')?.startsWith('#') ?? true
  return isPartOfPage || (link.target !== '' && link.target !== '_self') ? null : link
}

/** Follows links to studio pages without reloading the studio. */
function followLink(event: MouseEvent): void {
  const link = clickedLink(event)
  if (!link || !isStudioPath(link.pathname)) return
  event.preventDefault()
  const path = link.pathname + link.search + link.hash
  // A link to the open page adds no second history entry.
  if (path === createPath(history.location)) history.replace(path)
  else history.push(path)
}

/**
 * The declarative router over the address bar. The package's own BrowserRouter is in one module with its forms, fetchers and links, which
 * would add 4 kB of unused code to every page.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location: displayed, action }, setState] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen(({ location: next, action: nextAction, delta }) => {
        if (nextAction === Action.Pop && isStepHeld(delta)) return
        startTransition(() => setState({ location: next, action: nextAction }))
      }),
    [],
  )
  useEffect(() => {
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [])
  return (
    <Router location={displayed} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}
