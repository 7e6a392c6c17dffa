import type { RunListItem } from '@ninesixteen/shared/api/runs'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../api/api-error.ts'
import { api, orpc } from '../api/client.ts'
import { notify } from '../components/toast.tsx'
import { useLoadOnChange } from './live-changes.ts'

/** The user's unfinished runs, and those that ended a short time ago. */
export function useRuns() {
  const { refetch, ...list } = useQuery(orpc.runs.list.queryOptions({ staleTime: Infinity }))
  useLoadOnChange('runs', refetch)
  return { ...list, refetch }
}

/** Cancels a run in every list at once. */
export function useCancelRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.runs.cancel({ id }),
    onSuccess: (ended) => {
      const replaced = (runs: RunListItem[] | undefined) => runs?.map((run) => (run.id === ended.id ? ended : run))
      client.setQueryData(orpc.runs.list.queryKey(), replaced)
    },
    onError: (error) => notify.error(errorText(error)),
  })
}
