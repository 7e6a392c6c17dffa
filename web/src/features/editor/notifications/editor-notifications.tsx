import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { loadPart } from '../../../components/load-part.ts'
import { useEditorSession, useStatus } from '../document/session-context.ts'

const NotificationList = lazy(async () => ({ default: (await loadPart(() => import('./notification-list.tsx'))).NotificationList }))

export function EditorNotifications() {
  const { olderWork } = useEditorSession()
  const older = useStore(olderWork.state)
  const isNeeded = useStatus(({ restoredFrom, otherTabs, journalBlocked }) => restoredFrom !== null || otherTabs > 0 || journalBlocked)
  return <Suspense>{(isNeeded || older.length > 0) && <NotificationList />}</Suspense>
}
