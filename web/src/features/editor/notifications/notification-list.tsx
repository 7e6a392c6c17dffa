import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import styles from '../editor.module.css'
import { useEditorSession, useStatus } from '../document/session-context.ts'

const MINUTE = 60_000

/** Like `2 minutes ago`. */
function ago(time: number, now: number): string {
  const minutes = Math.round((now - time) / MINUTE)
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes < 1) return 'a moment ago'
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
}

/** Restored work, work of other tabs, and a device that can't store unsaved work. */
export function NotificationList() {
  const { status, restored, olderWork } = useEditorSession()
  const older = useStore(olderWork.state)
  const restoredFrom = useStatus((state) => state.restoredFrom)
  const otherTabs = useStatus((state) => state.otherTabs)
  const journalBlocked = useStatus((state) => state.journalBlocked)
  const [openedAt] = useState(() => Date.now())
  const dismiss = (): void => status.setState({ restoredFrom: null })
  const discard = (): void => {
    restored?.discard()
    dismiss()
  }
  return (
    <div className={styles.notices}>
      {restoredFrom !== null && (
        <Notice
          kind="info"
          action={
            <span className={styles.answers}>
              <Button size="small" variant="ghost" onClick={discard}>
                Discard
              </Button>
              <Button size="small" onClick={dismiss}>
                Keep
              </Button>
            </span>
          }
        >
          We restored unsaved changes from {ago(restoredFrom, openedAt)}.
        </Notice>
      )}
      {older.map((work) => (
        <Notice
          key={work.key}
          kind="info"
          action={
            <span className={styles.answers}>
              <Button size="small" variant="ghost" onClick={() => olderWork.discard(work)}>
                Discard
              </Button>
              <Button size="small" onClick={() => olderWork.restore(work)}>
                Restore
              </Button>
            </span>
          }
        >
          Another tab has unsaved changes from {ago(work.entry.keptAt, openedAt)}.
        </Notice>
      ))}
      {otherTabs > 0 && <Notice kind="info">This slideshow is also open in another tab. We merge the changes as you save.</Notice>}
      {journalBlocked && <Notice kind="warn">This browser can’t store unsaved changes. Wait for “Saved!” before you leave.</Notice>}
    </div>
  )
}
