import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../api/client.ts'
import { useLoadOnChange } from '../../app/live-changes.ts'
import { newUuid } from '../../api/new-id.ts'
import { retryLostRequest } from '../../api/retry-lost-request.ts'

/** Whether the server makes photos, how many are left today, and the job that runs. */
export const aiPhotosQuery = orpc.aiPhotos.state.queryOptions({ staleTime: 0 })

interface NewJob {
  prompt: string
  count: number
  companyId: string | null
  sourcePath: string | null
}

/** The latest job, followed until it ends. `resumed` is one that ran before this page was loaded. */
export function useAiPhotoJob(resumed: AiPhotoJob | null) {
  const client = useQueryClient()
  const [id, setId] = useState<string | null>(null)
  // Kept when it ends, so that its photos stay.
  if (id === null && resumed !== null) setId(resumed.id)
  const { queryKey, ...query } = orpc.aiPhotos.read.queryOptions({ input: { id: id ?? '' } })
  const read = useQuery({
    ...query,
    queryKey,
    enabled: id !== null,
  })
  useLoadOnChange('runs', async () => id !== null && read.refetch())
  const job = read.data ?? (id === resumed?.id ? resumed : null)
  const count = job?.paths.length ?? 0
  const status = job?.status
  useEffect(() => {
    if (status === undefined || (count === 0 && status === 'running')) return
    void client.invalidateQueries({ queryKey: orpc.media.key() })
    if (status !== 'running') void client.invalidateQueries({ queryKey: aiPhotosQuery.queryKey })
  }, [count, status, client])
  const start = useMutation({
    mutationFn: (wanted: NewJob) => {
      const newId = newUuid()
      return retryLostRequest(() => api.aiPhotos.start({ ...wanted, id: newId, shape: 'tall' }))
    },
    onSuccess: (started) => {
      client.setQueryData(orpc.aiPhotos.read.queryKey({ input: { id: started.id } }), started)
      setId(started.id)
    },
  })
  const cancel = useMutation({
    mutationFn: (wanted: { id: string }) => api.aiPhotos.cancel(wanted),
    onSuccess: (ended) => client.setQueryData(orpc.aiPhotos.read.queryKey({ input: { id: ended.id } }), ended),
  })
  return { job, start, cancel }
}
