import type { NewPosts, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../../api/client.ts'

/** Pause after a choice before the server is asked what it thinks of it. */
const CHECK_AFTER_MS = 600

/** What the form says itself, beside each field and in better words. */
const SAID_BY_FORM = new Set(['options'])

type Order = Omit<NewPosts, 'requestId'>

/** What would stop these posts or is worth knowing, asked while they are still being written. Null orders are not asked about. */
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
    // What cannot be asked now is checked once more when the order is given.
    retry: false,
  })
  return order === null ? [] : data.filter(({ code }) => !SAID_BY_FORM.has(code))
}
