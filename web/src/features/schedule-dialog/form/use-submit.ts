import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { notSaved, rejectionOf, type FailureWords, type Rejection } from './rejection.ts'

/** Work that could not be saved before its slides were to be scheduled. */
export class NotSaved extends Error {}

/** The id of a click, the same for the same order: repeated after a lost answer, it makes no second posts. */
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

/** Sends an order, once at a time, and keeps what came of it. */
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
        // What was looked at may be older than what is there by now.
        void client.invalidateQueries({ queryKey: orpc.projects.get.key() })
      } finally {
        isUnderWay.current = false
        setBusy(false)
      }
    },
  }
}
