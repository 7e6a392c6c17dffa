import '../styles/base.css'
import { createRoot } from 'react-dom/client'
import { entryOf, SITE_PAGES } from './pages.ts'
import { SiteFrame } from './shell/site-frame.tsx'
import { watchVisitor } from '../app/visitor.ts'

// The public page of the address, while developing: the build has a document and a script for each.
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<SiteFrame page={SITE_PAGES[entryOf(location.pathname)]} />)
watchVisitor()
