import { asc, eq } from 'drizzle-orm'
import type { Delivery } from '@ninesixteen/shared/publishing/delivery'
import type { Db } from '../db/db.ts'
import { postEvents, publishAttempts, scheduledPosts } from '../db/schema-publishing.ts'

/** The next step from each state, and who takes it. */
const NEXT_STEP: Record<Delivery, string> = {
  draft: 'The user gives it a time.',
  waiting: 'A worker claims it at its next turn.',
  claimed: 'The worker that holds it sends it; another one takes it over when the lease expires.',
  prepared: 'The worker that holds it sends it; another one takes it over when the lease expires.',
  sending: 'The worker that holds it waits for the response; after the lease expires, another one looks the post up at the platform.',
  uncertain: 'A worker looks the post up at the platform before anything is sent again.',
  accepted: 'A worker polls the platform until the post is published or rejected.',
  'handed-over': 'The user posts it, and says so on the page of the link.',
  published: 'None.',
  failed: 'The user retries it or chooses a new time.',
  unconfirmed: 'The user checks the account and chooses "It is there" or "It is not there".',
  cancelled: 'None.',
  missed: 'The user retries it or chooses a new time.',
}

/** Everything an operator needs to find out why a post is where it is, without its texts and images; null for an unknown id. */
export async function reportPost(db: Pick<Db, 'asSystem'>, id: string): Promise<string | null> {
  return db.asSystem(async (tx) => {
    const [post] = await tx.select().from(scheduledPosts).where(eq(scheduledPosts.id, id))
    if (!post) return null
    const attempts = await tx.select().from(publishAttempts).where(eq(publishAttempts.postId, id)).orderBy(asc(publishAttempts.attempt))
    const events = await tx.select().from(postEvents).where(eq(postEvents.postId, id)).orderBy(asc(postEvents.id))
    const facts: [string, string | number | null][] = [
      ['User', post.userId],
      ['Account', `${post.platform} ${post.accountId}`],
      ['Kind', post.kind],
      ['State', `${post.delivery} (${post.status})`],
      ['Waits for', post.detail],
      ['Error', post.errorMessage && `${post.errorMessage} [${post.errorCode ?? 'no code'}]`],
      ['Scheduled', timeOf(post.scheduledTime)],
      ['Next turn', timeOf(post.nextAt)],
      ['Lease', post.leaseUntil && `until ${timeOf(post.leaseUntil)} by ${post.worker ?? 'unknown'}, fencing token ${post.fence}`],
      ['Lost workers', post.losses || null],
      ['Published', timeOf(post.publishedAt)],
      ['Remote id', post.remoteId],
      ['Next step', NEXT_STEP[post.delivery]],
    ]
    return [
      `Post ${id}`,
      ...facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [`  ${name.padEnd(13)}${value}`])),
      '',
      attempts.length === 0 ? 'No attempts.' : 'Attempts',
      ...attempts.map(
        ({ attempt, phase, startedAt, finishedAt, remoteId, code, message }) =>
          `  ${attempt}  ${timeOf(startedAt)}  ${phase}${rest([finishedAt && `ended ${timeOf(finishedAt)}`, remoteId, code, message])}`,
      ),
      '',
      events.length === 0 ? 'No events.' : 'Events',
      ...events.map(({ at, kind, text }) => `  ${timeOf(at)}  ${kind}${rest([text])}`),
    ].join('\n')
  })
}

function timeOf(date: Date | null): string | null {
  return date && date.toISOString()
}

function rest(parts: readonly (string | null)[]): string {
  const present = parts.filter((part) => part !== null && part !== '')
  return present.length === 0 ? '' : `  ${present.join('; ')}`
}
