import type { OpenReview, Review } from '@ninesixteen/shared/api/approvals'
import { REVIEW_BLOCK_ID } from '@ninesixteen/shared/api/site'
import { createContext, useContext, useEffect, useState } from 'react'
import { errorFromResponse } from '../../api/api-error.ts'

/** The link's posts; null for a link that leads nowhere any more. */
export type Shown = Review | null

const Provided = createContext<Shown | undefined>(undefined)

/** For rendering without a document, on the server. */
export const ReviewProvider = Provided.Provider

function readDocument(): Shown {
  const block = document.getElementById(REVIEW_BLOCK_ID)
  const shown: Shown = JSON.parse(block?.textContent ?? 'null')
  return shown
}

const POLL_MS = 15_000
const callPath = (action = ''): string => `/api/v1/approvals/${location.pathname.split('/')[2] ?? ''}${action}`

async function answerOf(reply: Response): Promise<Review> {
  if (!reply.ok) throw await errorFromResponse(reply)
  const review: Review = await reply.json()
  return review
}

export type Decision = OpenReview['posts'][number]['state']

export interface ReviewCalls {
  unlock(passcode: string): Promise<void>
  decide(given: { name: string; decision: Decision; posts: { position: number; digest: string }[]; text: string }): Promise<void>
  comment(given: { name: string; position: number; slide: number | null; onCaption: boolean; text: string }): Promise<void>
}

/** The posts as the server rendered them, kept current while the page is visible, and what the client can do. */
export function useReview(): { shown: Shown; calls: ReviewCalls } {
  const provided = useContext(Provided)
  const [shown, setShown] = useState<Shown>(() => (provided === undefined ? readDocument() : provided))

  async function look(): Promise<void> {
    const reply = await fetch(callPath())
    setShown(reply.status === 404 ? null : await answerOf(reply))
  }

  async function send(action: string, body: object): Promise<void> {
    const reply = await fetch(callPath(action), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // The post that is shown is no longer the one that goes out.
    if (reply.status === 409) await look()
    setShown(await answerOf(reply))
  }

  const isOpen = shown !== null && !shown.isLocked
  useEffect(() => {
    if (!isOpen) return
    const ask = () => {
      if (document.visibilityState === 'visible') look().catch((cause: unknown) => console.info('Loading the posts failed.', cause))
    }
    const timer = setInterval(ask, POLL_MS)
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isOpen])

  const calls: ReviewCalls = {
    unlock: (passcode) => send('/unlock', { passcode }),
    decide: (given) => send('/decide', given),
    comment: (given) => send('/comments', given),
  }
  return { shown, calls }
}
