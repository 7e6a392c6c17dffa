import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { orpc } from '../../../api/client.ts'
import type { FailureWords } from './rejection.ts'
import { createSubmission } from './submission.ts'

/** A submission that reloads the affected queries. */
export function useSubmit(words: FailureWords) {
  const client = useQueryClient()
  const [submission] = useState(() =>
    createSubmission(words, {
      created: () => void client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() }),
      // The slideshow may have changed on the server.
      failed: () => void client.invalidateQueries({ queryKey: orpc.projects.get.key() }),
    }),
  )
  return { ...useStore(submission.state), submit: submission.submit, forget: submission.forget }
}
