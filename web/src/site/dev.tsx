import '../styles/base.css'
import { createRoot } from 'react-dom/client'
import { entryOf, SITE_PAGES } from './pages.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import { watchVisitor } from '../app/visitor.ts'

// In development, renders the public page of the address; the build has a document and a script for each page.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<SiteFrame page={SITE_PAGES[entryOf(location.pathname)]} />)
watchVisitor()
