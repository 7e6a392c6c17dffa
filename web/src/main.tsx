import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { compileNoSchemas } from './app/no-eval.ts'
import { paths } from './app/paths.ts'
import { queryClient } from './app/query-client.ts'
import { meQuery } from './app/session.ts'
import { followSystemTheme } from './app/theme.ts'
import { watchDroppedFiles } from './shell/watch-dropped-files.ts'
import { watchLostFocus } from './shell/lost-focus.ts'
import { watchTakeOver } from './shell/other-user.ts'
import { Router } from './shell/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

compileNoSchemas()
watchTakeOver()
followSystemTheme()
watchLostFocus()
watchDroppedFiles()
// Loads the session along with the page's chunks, except on manual posting pages, which need none.
if (!location.pathname.startsWith(`${paths.manualPosting}/`)) void queryClient.prefetchQuery(meQuery)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router />
    </QueryClientProvider>
  </StrictMode>,
)
