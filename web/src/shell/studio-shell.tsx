import { Outlet } from 'react-router'
import { ProGuard } from './guard.tsx'
import { SchedulePostHost } from './schedule-post-host.tsx'
import styles from './studio-shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePostProcessor } from './use-post-processor.ts'

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

/** The protected area: the guard decides, the shell stands only behind it. */
export function GuardedStudioShell() {
  return (
    <ProGuard>
      <StudioShell />
    </ProGuard>
  )
}
