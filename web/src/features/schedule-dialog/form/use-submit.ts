import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { notSaved, rejectionOf, type FailureWords, type Rejection } from './rejection.ts'

/** The slideshow's edits could not be saved before scheduling. */
export class NotSaved extends Error {}

/** An idempotency key that stays the same for the same request, so that a retry after a lost response creates no duplicate. */
export function useRequestId(): (order: unknown) => string {
  const last = useRef({ order: '', id: '' })
  return (order) => {
    const text = JSON.stringify(order)
    if (last.current.order !== text) last.current = { order: text, id: crypto.randomUUID() }
    return last.current.id
  }
}

export interface Submission {
  busy: boolean
  refusal: Rejection | null
  made: readonly ScheduledPost[] | null
  submit(send: () => Promise<readonly ScheduledPost[]>): Promise<void>
  forget(): void
}

/** Submits the form, one request at a time, and holds its outcome. */
export function useSubmit(words: FailureWords): Submission {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Rejection | null>(null)
  const [made, setMade] = useState<readonly ScheduledPost[] | null>(null)
  const isUnderWay = useRef(false)
  return {
    busy,
    refusal,
    made,
    forget: () => setRefusal(null),
    async submit(send) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setBusy(true)
      setRefusal(null)
      try {
        setMade(await send())
        void client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
      } catch (cause) {
        if (cause instanceof NotSaved) setRefusal(notSaved())
        else setRefusal(rejectionOf(toApiError(cause), words))
        // The slideshow may have changed on the server.
        void client.invalidateQueries({ queryKey: orpc.projects.get.key() })
      } finally {
        isUnderWay.current = false
        setBusy(false)
      }
    },
  }
}
