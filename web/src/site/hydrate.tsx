import '../styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { SiteFrame } from './shell/site-frame.tsx'
import type { SitePage } from './site-page.ts'
import { watchVisitor } from '../app/visitor.ts'

/** Hydrates a server-rendered page. */
export function hydrate(page: SitePage): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const restoreInput = saveInput(root)
  hydrateRoot(root, <SiteFrame page={page} />)
  restoreInput()
  if (!page.isPrivate) watchVisitor()
}

/** Input from the user or a password manager before hydration, which would reset the fields. Returns a function that restores it. */
function saveInput(root: HTMLElement): () => void {
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
