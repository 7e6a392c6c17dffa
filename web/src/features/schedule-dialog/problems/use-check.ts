import type { NewPosts, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../../api/client.ts'

/** Debounce before the server checks the post. */
const CHECK_AFTER_MS = 600

/** Problems that the form reports itself, at the field. */
const SAID_BY_FORM = new Set(['options'])

type Order = Omit<NewPosts, 'requestId'>

/** Preflight problems of posts that are still being edited. Skips the check for null. */
export function useCheck(order: Order | null): readonly PostProblem[] {
  const wished = order === null ? null : JSON.stringify(order)
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wished), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wished])
  const { data = [] } = useQuery({
    queryKey: [...orpc.scheduledPosts.check.key(), asked],
    queryFn: async () => (asked === null ? [] : (await api.scheduledPosts.check(JSON.parse(asked) as Order)).problems),
    enabled: asked !== null && wished !== null,
    placeholderData: (before: PostProblem[] | undefined) => before,
    gcTime: 0,
    // The server checks again on submit.
    retry: false,
  })
  return order === null ? [] : data.filter(({ code }) => !SAID_BY_FORM.has(code))
}
