import '../styles/base.css'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import { createRoot } from 'react-dom/client'
import { ApiDescriptionProvider } from '../app/api-description.ts'
import { entryOf, SITE_PAGES } from './pages.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import { watchVisitor } from '../app/visitor.ts'

// In development, renders the public page of the address; the build has a document and a script for each page.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const api = await fetch(`${PUBLIC_API_PREFIX}/openapi.json`).then((response) => response.json())
createRoot(root).render(
  <ApiDescriptionProvider value={api}>
    <SiteFrame page={SITE_PAGES[entryOf(location.pathname)]} />
  </ApiDescriptionProvider>,
)
watchVisitor()
