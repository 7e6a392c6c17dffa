import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { toApiError } from '../../../api/api-error.ts'
import { notSaved, rejectionOf, type FailureTexts, type Rejection } from './rejection.ts'

/** The slideshow's edits could not be saved before scheduling. */
export class NotSaved extends Error {}

/** Returns an idempotency key that stays the same for the same request, so that a retry after a lost response creates no duplicate. */
export function createRequestIds(newId: () => string): (request: unknown) => string {
  let last = { request: '', id: '' }
  return (request) => {
    const text = JSON.stringify(request)
    if (last.request !== text) last = { request: text, id: newId() }
    return last.id
  }
}

export interface SubmissionState {
  busy: boolean
  rejection: Rejection | null
  created: readonly ScheduledPost[] | null
}

export interface Submission {
  state: StoreApi<SubmissionState>
  submit(send: () => Promise<readonly ScheduledPost[]>): Promise<void>
  clearRejection(): void
}

/** Submits the form, one request at a time, and holds its outcome. */
export function createSubmission(texts: FailureTexts, callbacks: { created(): void; failed(cause: unknown): void }): Submission {
  const state = createStore<SubmissionState>(() => ({ busy: false, rejection: null, created: null }))
  return {
    state,
    clearRejection: () => state.setState({ rejection: null }),
    async submit(send) {
      if (state.getState().busy) return
      state.setState({ busy: true, rejection: null })
      try {
        state.setState({ created: await send() })
        callbacks.created()
      } catch (cause) {
        state.setState({ rejection: cause instanceof NotSaved ? notSaved() : rejectionOf(toApiError(cause), texts) })
        callbacks.failed(cause)
      } finally {
        state.setState({ busy: false })
      }
    },
  }
}
