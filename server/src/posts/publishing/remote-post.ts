import type { ClaimedPost } from './claim.ts'
import { kept } from './outcomes.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { noteAccepted, step } from './transitions.ts'

export interface RemotePost {
  attemptId: string
  remoteId: string
  resume: Record<string, unknown> | undefined
}

/** The platform gave the post an id, which is a fact whoever holds the post by now. */
export async function noteRemote(parts: PublisherParts, post: ClaimedPost, { attemptId, remoteId, resume }: RemotePost): Promise<void> {
  const { label } = parts.postings[post.platform]
  await kept(parts, (tx) => noteAccepted(tx, attemptId, { remoteId, resume }))
  await kept(parts, (tx) =>
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
