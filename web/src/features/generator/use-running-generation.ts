import { useEffect } from 'react'
import { useRecentProjects } from '../../app/recent-projects.ts'
import { useStudioStore } from '../../app/studio-store.ts'

/** After a reload: goes on with a slideshow that the server is still writing, and opens it where none is open. */
export function useRunningGeneration(openId: string | null, onFound: (projectId: string) => void): void {
  const { data } = useRecentProjects()
  const busy = useStudioStore((state) => state.generation?.status === 'running')
  const found = data?.projects.find((project) => project.status === 'generating')
  useEffect(() => {
    if (!found || busy || useStudioStore.getState().generation?.projectId === found.id) return
    void import('./run-generation.ts').then(({ attachGeneration }) => attachGeneration(found))
    if (openId === null) onFound(found.id)
  }, [found, busy, openId, onFound])
}
