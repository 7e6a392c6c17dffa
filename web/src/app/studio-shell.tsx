import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { TooltipProvider } from '../components/tooltip.tsx'
import { ProGuard } from './guard.tsx'
import styles from './studio-shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

const ToastHost = lazy(async () => ({ default: (await import('../components/toast-host.tsx')).ToastHost }))

function StudioShell() {
  return (
    <TooltipProvider>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <TopBar />
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <TabBar />
      <Suspense>
        <ToastHost />
      </Suspense>
    </TooltipProvider>
  )
}

/** The protected area: the guard decides, the shell stands only behind it. */
export function GuardedStudioShell() {
  return (
    <ProGuard>
      <StudioShell />
    </ProGuard>
  )
}
