import { and, eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Delivery } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../db/db.ts'
import { postEvents } from '../db/schema-publishing.ts'
import type { PostRow } from './post-rows.ts'

/** The state of a post, to complete the sentence "this post …". */
const STATE: Record<Exclude<Delivery, 'unconfirmed'>, string> = {
  draft: 'is a draft',
  waiting: 'has not been sent yet',
  claimed: 'has not been sent yet',
  prepared: 'has not been sent yet',
  sending: 'is being sent',
  uncertain: 'is still being checked',
  accepted: 'is being sent',
  'handed-over': 'waits for you to publish it',
  published: 'is published',
  failed: 'failed',
  cancelled: 'was cancelled',
  missed: 'was missed',
}

/** Why the user cannot confirm the outcome of a post: it is already known, or not open yet. */
export async function nothingToConfirm(tx: Tx, { id, userId, delivery }: Pick<PostRow, 'id' | 'userId' | 'delivery'>): Promise<AppError> {
  const isSettled = and(eq(postEvents.userId, userId), eq(postEvents.postId, id), eq(postEvents.kind, 'settled'))
  if (delivery === 'unconfirmed' || (await tx.$count(postEvents, isSettled)) > 0) return new AppError('POST_NOT_UNCONFIRMED')
  return new AppError('POST_NOTHING_TO_CONFIRM', { state: STATE[delivery] })
}
