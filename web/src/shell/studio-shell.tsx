import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet } from 'react-router'
import { paths } from '../app/paths.ts'
import { useScheduleDialogRequest } from '../app/schedule-post.ts'
import { useMe } from '../app/session.ts'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { lazyPart, useWasOpened } from '../components/load-part.tsx'
import { usePostProcessor } from './post-processor.ts'
import styles from './studio-shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

const SchedulePost = lazyPart(async () => (await import('../routes/schedule-post.tsx')).SchedulePost)

function SchedulePostHost() {
  const { request, isExpected } = useScheduleDialogRequest()
  const wasOpened = useWasOpened(request !== null)
  useEffect(() => {
    if (isExpected) SchedulePost.preload()
  }, [isExpected])
  return wasOpened && <SchedulePost request={request} />
}

/** Lets signed-in Pro users through. The server checks both again on every request. */
function ProGuard({ children }: { children: ReactNode }) {
  const { data: me, isPending } = useMe()
  if (isPending) return <LoadingScreen text="Checking access permissions..." />
  if (me === null) return <Navigate to={paths.auth} replace />
  // A failed check leaves `me` undefined and counts as free, as specified.
  if (!me?.proPlan) return <Navigate to={paths.pricing} replace />
  return children
}

function StudioShell() {
  usePostProcessor()
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
      <SchedulePostHost />
    </>
  )
}

export function GuardedStudioShell() {
  return (
    <ProGuard>
      <StudioShell />
    </ProGuard>
  )
}
