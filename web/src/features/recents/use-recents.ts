import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../api/client.ts'
import { useLiveChanges } from '../../app/live-changes.ts'
import { useRecentProjects } from '../../app/recent-projects.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { notify } from '../../components/toast.tsx'

/** Debounce of the search. */
const SEARCH_AFTER_MS = 250

export interface OpenProject {
  openId: string | null
  onOpen(projectId: string): void
  /** The open slideshow was deleted. */
  onGone(): void
}

/** The typed text, and the debounced search. */
function useSearchWords() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typed.trim() === '' ? 0 : SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, q }
}

/** Renames the open slideshow as an edit in the editor, any other on the server. */
async function rename({ id, title }: Pick<ProjectSummary, 'id' | 'title'>): Promise<void> {
  const { openDocument } = useStudioStore.getState()
  if (openDocument?.projectId === id) openDocument.perform([{ type: 'set-title', title }])
  else await api.projects.rename({ id, title })
}

async function removeProject({ id }: { id: string }): Promise<void> {
  const { openDocument } = useStudioStore.getState()
  if (openDocument?.projectId === id) await openDocument.settled()
  await api.projects.remove({ id })
}

/** The saved slideshows with their actions. */
export function useRecents({ openId, onOpen, onGone }: OpenProject) {
  const client = useQueryClient()
  const search = useSearchWords()
  const list = useRecentProjects(search.q)
  const refresh = () => client.invalidateQueries({ queryKey: orpc.projects.list.key() })
  useLiveChanges('projects', () => void refresh())
  const remove = useMutation({
    mutationFn: removeProject,
    onSuccess: async (_answer, { id }) => {
      if (id === openId) onGone()
      client.removeQueries({ queryKey: orpc.projects.get.key({ input: { id } }) })
      await refresh()
    },
    onError: () => notify.error('Failed to delete project'),
  })
  const duplicate = useMutation(
    orpc.projects.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        await refresh()
        onOpen(copy.id)
      },
      onError: () => notify.error('Failed to save project'),
    }),
  )
  const renaming = useMutation({ mutationFn: rename, onSuccess: refresh, onError: () => notify.error('Failed to update project') })
  return { search, list, remove, duplicate, renaming }
}
