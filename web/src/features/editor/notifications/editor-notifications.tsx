import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { loadPart } from '../../../components/load-part.ts'
import { useEditorSession, useStatus } from '../document/session-context.ts'

/** Mostly there is nothing to tell, and then its code is not even loaded. */
const NoticeList = lazy(async () => ({ default: (await loadPart(() => import('./notification-list.tsx'))).NoticeList }))

/** What a person should know about where their work is. */
export function EditorNotices() {
  const { olderWork } = useEditorSession()
  const older = useStore(olderWork.state)
  const told = useStatus(({ restoredFrom, otherTabs, journalBlocked }) => restoredFrom !== null || otherTabs > 0 || journalBlocked)
  return <Suspense>{(told || older.length > 0) && <NoticeList />}</Suspense>
}
