import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPath, resolvePath, Router, UNSAFE_createBrowserHistory as createBrowserHistory, type Navigator, type To } from 'react-router'
import { isStudioPath } from '../app/studio-paths.ts'

const history = createBrowserHistory({ v5Compat: true })

/** Where a way leads from the open page, and whether this router draws what is there. */
function destination(to: To): { href: string; isHere: boolean } {
  const path = resolvePath(to, location.pathname)
  return { href: createPath(path), isHere: isStudioPath(path.pathname) }
}

/** The history, from which public pages are loaded as documents of their own. */
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

/** The link of a plain click, where it is one: any other click (a new tab, a download, a part of this page) is the browser's. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { button, metaKey, altKey, ctrlKey, shiftKey, target } = event
  if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return null
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return null
  const isPartOfPage = link.getAttribute('href')?.startsWith('#') ?? true
  return isPartOfPage || (link.target !== '' && link.target !== '_self') ? null : link
}

/** Links to pages of the studio go there without loading it anew. */
function followLink(event: MouseEvent): void {
  const link = clickedLink(event)
  if (!link || !isStudioPath(link.pathname)) return
  event.preventDefault()
  const path = link.pathname + link.search + link.hash
  // The page that is open already gets no second entry in the history.
  if (path === createPath(history.location)) history.replace(path)
  else history.push(path)
}

/**
 * The declarative router over the address bar. The package's own stands in one module with its forms, fetchers and links:
 * with it, 4 kB of what nothing here uses would come first on every page.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location: shown, action }, setState] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => history.listen((now) => startTransition(() => setState({ location: now.location, action: now.action }))), [])
  useEffect(() => {
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [])
  return (
    <Router location={shown} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}
