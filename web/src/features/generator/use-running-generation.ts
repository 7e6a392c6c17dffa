import { useEffect, useRef } from 'react'
import { useRecentProjects } from '../../app/recent-projects.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { runningMark } from './running-mark.ts'

/**
 * After a reload, follows a slideshow that the server is still generating and opens it if none is open. Those that begin later belong to tables,
 * content plans, programs or other tabs. Reports the outcome of a run that ended in the meantime.
 */
export function useRunningGeneration(openId: string | null, onFound: (projectId: string) => void): void {
  const { data, isFetching } = useRecentProjects()
  const entering = useRef(true)
  const busy = useStudioStore((state) => state.generation?.status === 'running')
  const found = data?.projects.find((project) => project.status === 'generating')
  useEffect(() => {
    if (data === undefined || !entering.current) return
    entering.current = isFetching
    if (!found || busy || useStudioStore.getState().generation?.projectId === found.id) return
    void import('./run-generation.ts').then(({ attachGeneration }) => attachGeneration(found))
    if (openId === null) onFound(found.id)
  }, [data, isFetching, found, busy, openId, onFound])
  const known = data !== undefined
  useEffect(() => {
    if (known && !found && !busy && runningMark.read()) void import('./run-generation.ts').then(({ reportMarked }) => reportMarked(openId))
  }, [known, found, busy, openId])
}
