import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import type { ManualPosting } from '@ninesixteen/shared/api/manual-posting'

/** Nobody is asked to sign in here, and whoever is signed in does not matter. */
const context = { signedOutOk: true } as const

/** Longest wait that a timer of a browser keeps, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1

export type Answer = { answer: 'posted'; url: string } | { answer: 'not-posted'; reason: string }

/** The post of a link. It is asked for again when the page is looked at, when the network is back, and when the link's time is over. */
export function useManualPosting(token: string) {
  const queryClient = useQueryClient()
  const options = orpc.handOver.look.queryOptions({ input: { token }, context })
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
    const left = new Date(expiresAt).getTime() - Date.now()
    const timer = setTimeout(() => void refetch(), Math.min(Math.max(left, 0) + 1000, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [expiresAt, refetch])

  const answering = useMutation<ManualPosting, ApiError, Answer>({
    mutationFn: (given) =>
      given.answer === 'posted'
        ? api.handOver.posted({ token, url: given.url }, { context })
        : api.handOver.notPosted({ token, reason: given.reason }, { context }),
    async onSuccess(stands) {
      // What was asked for before the answer, as when the network is back, says less than the answer.
      await queryClient.cancelQueries({ queryKey: options.queryKey })
      queryClient.setQueryData(options.queryKey, stands)
    },
    // Said while the line was cut: it is kept on the page and can be said again.
    onError: ({ status }) => void (status === 404 && refetch()),
  })
  return { query, answering }
}
