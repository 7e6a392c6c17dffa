import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useToastQueue } from '../components/toast.tsx'
import { useWanted } from '../components/use-wanted.ts'
import { ProGuard } from './guard.tsx'
import styles from './studio-shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

const ToastHost = lazy(async () => ({ default: (await import('../components/toast-host.tsx')).ToastHost }))

function Toasts() {
  const wanted = useWanted(useToastQueue((state) => state.waiting.length > 0))
  return (
    wanted && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  )
}

function StudioShell() {
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <TopBar />
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <TabBar />
      <Toasts />
    </>
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
