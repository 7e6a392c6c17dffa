import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLostFocus } from './shell/lost-focus.ts'
import { paths } from './app/paths.ts'
import { queryClient } from './app/query-client.ts'
import { Router } from './shell/router.tsx'
import { meQuery } from './app/session.ts'
import { watchTakeOver } from './shell/other-user.ts'
import { followSystemTheme } from './app/theme.ts'
import { compileNoSchemas } from './app/no-eval.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

compileNoSchemas()
watchTakeOver()
followSystemTheme()
watchLostFocus()
// Who is signed in is asked for while the page's chunks load, but for the page where it does not matter.
if (!location.pathname.startsWith(`${paths.handOver}/`)) void queryClient.prefetchQuery(meQuery)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router />
    </QueryClientProvider>
  </StrictMode>,
)
