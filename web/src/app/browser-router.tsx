import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/**
 * The declarative router over the address bar. The package's own stands in one module with its forms, fetchers and links:
 * with it, 4 kB of what nothing here uses would come first on every page.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setState] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => history.listen((now) => startTransition(() => setState({ location: now.location, action: now.action }))), [])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
