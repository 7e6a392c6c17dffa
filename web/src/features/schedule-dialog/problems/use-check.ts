import type { NewPosts, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../../api/client.ts'

/** Debounce before the server checks the post. */
const CHECK_AFTER_MS = 600

/** Problems that the form reports itself, at the field. */
const REPORTED_BY_FORM = new Set(['options'])

type CheckedPosts = Omit<NewPosts, 'requestId'>

/** Preflight problems of posts that are still being edited. Skips the check for null. */
export function useCheck(posts: CheckedPosts | null): readonly PostProblem[] {
  const current = posts === null ? null : JSON.stringify(posts)
  const [debounced, setDebounced] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(current), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [current])
  const { data = [] } = useQuery({
    queryKey: [...orpc.scheduledPosts.check.key(), debounced],
    queryFn: async () => (debounced === null ? [] : (await api.scheduledPosts.check(JSON.parse(debounced) as CheckedPosts)).problems),
    enabled: debounced !== null && current !== null,
    placeholderData: (previous: PostProblem[] | undefined) => previous,
    gcTime: 0,
    // The server checks again on submit.
    retry: false,
  })
  return posts === null ? [] : data.filter(({ code }) => !REPORTED_BY_FORM.has(code))
}
