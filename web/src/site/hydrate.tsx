import '../styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { SiteFrame } from './shell/site-frame.tsx'
import type { SitePage } from './site-page.ts'
import { watchVisitor } from './visitor.ts'

/** Makes the page alive that the server wrote. */
export function hydrate(page: SitePage): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  hydrateRoot(root, <SiteFrame page={page} />)
  watchVisitor()
}
