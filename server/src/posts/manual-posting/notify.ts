import { and, eq } from 'drizzle-orm'
import { MANUAL_POSTING_PAGES } from '@ninesixteen/shared/api/limits'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { platformSchema } from '@ninesixteen/shared/api/accounts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { MailContent } from '../../mail/compose.ts'
import { notify } from '../../notifications/notifications.ts'
import type { SecretBox } from '../../secrets/sealed.ts'
import { readLink, type PostRef } from './links.ts'
import { reachabilityOf } from '../../platforms/reachability.ts'

/** Longest part of a caption that names a post, in characters. */
const NAME_MAX = 60

const schedulerHref = (postId: string): string => `/post_scheduler?post=${postId}`

/**
 * Asks the user to post by hand. The stored notification leads to the scheduler, which shows the link; the mail gets the link only when it is sent,
 * so that no table and no queue contains it.
 */
export async function notifyManualPosting(jobs: Jobs, tx: Tx, { expiresAt, ...post }: PostRef & { expiresAt: Date }): Promise<void> {
  const { label, name, zone } = await factsOf(tx, post)
  await notify(jobs, tx, {
    userId: post.userId,
    kind: 'hand-over',
    // A separate cause each time, so that the email isn't held back for an hour.
    cause: `hand-over ${post.postId} ${expiresAt.getTime()}`,
    postId: post.postId,
    title: `Time to post to ${label}`,
    body: `${name} is waiting for you to post it by hand, until ${momentIn(expiresAt, zone)}.`,
    href: schedulerHref(post.postId),
  })
}

export async function notifyMissed(jobs: Jobs, tx: Tx, { text, ...post }: PostRef & { text: string }): Promise<void> {
  const { name } = await factsOf(tx, post)
  const about = { userId: post.userId, postId: post.postId, href: schedulerHref(post.postId) }
  await notify(jobs, tx, { ...about, kind: 'failed', cause: 'hand-over missed', title: `${name} was not posted`, body: text })
}

async function factsOf(tx: Tx, { userId, postId }: PostRef): Promise<{ label: string; name: string; zone: string }> {
  const [post] = await tx
    .select({ platform: scheduledPosts.platform, caption: scheduledPosts.caption, zone: scheduledPosts.timeZone })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId)))
  if (!post) throw new Error('A post that was just changed is gone')
  return { label: PLATFORMS[platformSchema.parse(post.platform)].label, name: nameOf(post.caption), zone: post.zone }
}

/** The first line of its caption. */
function nameOf(caption: string): string {
  const [line = ''] = caption.trim().split('\n')
  const letters = [...line]
  const short = letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : line
  return short === '' ? 'A post' : `“${short}”`
}

/** In the post's time zone: "Nov 23, 2026 at 02:05 PM (Europe/Berlin)". */
function momentIn(at: Date, timeZone: string): string {
  return `${shownMoment(at, timeZone)} (${timeZone.replaceAll('_', ' ')})`
}

/** The email about a post; null when the post no longer waits. `content` is the template of all notifications. */
export function manualPostingMail({ sealer, publicUrl }: { sealer: SecretBox; publicUrl: string }) {
  return async (tx: Tx, post: PostRef, content: MailContent): Promise<MailContent | null> => {
    const [waiting] = await tx
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.id, post.postId), eq(scheduledPosts.userId, post.userId), eq(scheduledPosts.delivery, 'handed-over')))
    const link = waiting && (await readLink(tx, sealer, post))
    if (!link) return null
    const paragraphs = [
      ...content.paragraphs,
      'On your phone, the button opens a page with the slides and the text, ready to save and copy. You do not have to sign in there: ' +
        'anyone with the link can see this post and mark it as posted, so keep it to yourself.',
    ]
    if (reachabilityOf(publicUrl) === 'machine')
      paragraphs.push(
        `Only the computer that ${PRODUCT_NAME} runs on can open ${publicUrl}. The Post Scheduler there shows a code for your phone.`,
      )
    return { ...content, paragraphs, action: { label: 'Post it from your phone', href: `${MANUAL_POSTING_PAGES}/${link.token}` } }
  }
}
