import '../styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { SiteFrame } from './shell/site-frame.tsx'
import type { SitePage } from './site-page.ts'
import { watchVisitor } from '../app/visitor.ts'

/** Makes the page alive that the server wrote. */
export function hydrate(page: SitePage): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const typeAgain = typedIn(root)
  hydrateRoot(root, <SiteFrame page={page} />)
  typeAgain()
  watchVisitor()
}

/** What somebody, or their password manager, typed before the page was alive: it begins with empty fields, and would empty theirs. */
function typedIn(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll('input')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value }))
  return () => {
    for (const { field, value } of typed) {
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
