import type { OpenReview, Review } from '@ninesixteen/shared/api/approvals'
import { REVIEW_BLOCK_ID } from '@ninesixteen/shared/api/site'
import { createContext, useContext, useEffect, useState } from 'react'
import { errorFromResponse } from '../../api/api-error.ts'

/** The link's posts; null for a link that no longer works. */
export type ShownReview = Review | null

const ReviewContext = createContext<ShownReview | undefined>(undefined)

/** For rendering without a document, on the server. */
export const ReviewProvider = ReviewContext.Provider

function readDocument(): ShownReview {
  const block = document.getElementById(REVIEW_BLOCK_ID)
  const review: ShownReview = JSON.parse(block?.textContent ?? 'null')
  return review
}

const POLL_MS = 15_000
const apiPath = (action = ''): string => `/api/v1/approvals/${location.pathname.split('/')[2] ?? ''}${action}`

async function reviewOf(response: Response): Promise<Review> {
  if (!response.ok) throw await errorFromResponse(response)
  const review: Review = await response.json()
  return review
}

export type Decision = OpenReview['posts'][number]['state']

export interface ReviewCalls {
  unlock(passcode: string): Promise<void>
  decide(input: { name: string; decision: Decision; posts: { position: number; digest: string }[]; text: string }): Promise<void>
  comment(input: { name: string; position: number; slide: number | null; onCaption: boolean; text: string }): Promise<void>
}

/** The posts as the server rendered them, kept current while the page is visible, and what the client can do. */
export function useReview(): { shown: ShownReview; calls: ReviewCalls } {
  const provided = useContext(ReviewContext)
  const [shown, setShown] = useState<ShownReview>(() => (provided === undefined ? readDocument() : provided))

  async function reload(): Promise<void> {
    const response = await fetch(apiPath())
    setShown(response.status === 404 ? null : await reviewOf(response))
  }

  async function send(action: string, body: object): Promise<void> {
    const response = await fetch(apiPath(action), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // The posts changed since the page loaded.
    if (response.status === 409) await reload()
    setShown(await reviewOf(response))
  }

  const isOpen = shown !== null && !shown.isLocked
  useEffect(() => {
    if (!isOpen) return
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reload().catch((error: unknown) => console.info('Loading the posts failed.', error))
    }
    const timer = setInterval(reloadIfVisible, POLL_MS)
    addEventListener('focus', reloadIfVisible)
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', reloadIfVisible)
      document.removeEventListener('visibilitychange', reloadIfVisible)
    }
  }, [isOpen])

  const calls: ReviewCalls = {
    unlock: (passcode) => send('/unlock', { passcode }),
    decide: (input) => send('/decide', input),
    comment: (input) => send('/comments', input),
  }
  return { shown, calls }
}
