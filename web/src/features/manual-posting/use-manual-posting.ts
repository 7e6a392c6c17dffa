import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import type { ManualPosting } from '@ninesixteen/shared/api/manual-posting'

/** The token is the permission: the session does not matter. */
const context = { signedOutOk: true } as const

/** Longest delay of a browser timer, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1

export type Answer = { answer: 'posted'; url: string } | { answer: 'not-posted'; reason: string }

/** The post of a link, refetched on focus, when the network is back, and when the link expires. */
export function useManualPosting(token: string) {
  const queryClient = useQueryClient()
  const options = orpc.manualPosting.look.queryOptions({ input: { token }, context })
  const query = useQuery({
    ...options,
    staleTime: 0,
    networkMode: 'always',
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  })
  const { data, refetch } = query
  const expiresAt = data?.expiresAt
  useEffect(() => {
    if (expiresAt === undefined) return
    const remainingMs = new Date(expiresAt).getTime() - Date.now()
    const timer = setTimeout(() => void refetch(), Math.min(Math.max(remainingMs, 0) + 1000, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [expiresAt, refetch])

  const answering = useMutation<ManualPosting, ApiError, Answer>({
    mutationFn: (answer) =>
      answer.answer === 'posted'
        ? api.manualPosting.posted({ token, url: answer.url }, { context })
        : api.manualPosting.notPosted({ token, reason: answer.reason }, { context }),
    async onSuccess(posting) {
      // A refetch that started before the answer would overwrite it with older data.
      await queryClient.cancelQueries({ queryKey: options.queryKey })
      queryClient.setQueryData(options.queryKey, posting)
    },
    // After a lost connection, the page keeps the answer for another try.
    onError: ({ status }) => void (status === 404 && refetch()),
  })
  return { query, answering }
}
