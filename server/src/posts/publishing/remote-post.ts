import type { ClaimedPost } from './claim.ts'
import { withRetryOnDatabaseLoss } from './outcomes.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { recordAccepted, step } from './transitions.ts'

export interface RemotePost {
  attemptId: string
  remoteId: string
  resume: Record<string, unknown> | undefined
}

/** The platform gave the post an id, which is a fact whoever holds the post by now. */
export async function recordRemotePost(
  parts: PublisherParts,
  post: ClaimedPost,
  { attemptId, remoteId, resume }: RemotePost,
): Promise<void> {
  const { label } = parts.postings[post.platform]
  await withRetryOnDatabaseLoss(parts, (tx) => recordAccepted(tx, attemptId, { remoteId, resume }))
  await withRetryOnDatabaseLoss(parts, (tx) =>
    step(tx, post, {
      delivery: 'accepted',
      remoteId,
      nextIn: 0,
      detail: `${label} is processing it.`,
      event: { kind: 'accepted', text: `${label} accepted it as ${remoteId}.` },
    }),
  )
  post.delivery = 'accepted'
}
