import type { ApprovalState } from '@ninesixteen/shared/api/approvals'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { CHANGEABLE, RETRYABLE, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'

const STYLES: Record<string, string> = { educational: 'Educational', personal: 'Personal', motivational: 'Motivational' }
const STATUSES: Record<PostStatus, string> = { pending: 'Pending', published: 'Published', failed: 'Failed' }

export const titleOf = (post: ScheduledPost): string => post.projectTitle ?? 'Unknown Project'
export const styleOf = ({ contentStyle }: ScheduledPost): string | null => contentStyle && (STYLES[contentStyle] ?? contentStyle)
export const platformOf = ({ platform }: ScheduledPost): string => PLATFORMS[platform].label
export const accountOf = ({ account, accountId }: ScheduledPost): string => `@${account?.username ?? accountId}`

export const isDraft = ({ delivery }: ScheduledPost): boolean => delivery === 'draft'
/** Can be moved, edited and cancelled. */
export const isChangeable = ({ delivery }: ScheduledPost): boolean => CHANGEABLE.includes(delivery)
export const isRetryable = ({ delivery }: ScheduledPost): boolean => RETRYABLE.includes(delivery)
/** Waits for its time, so cancelling needs no confirmation. */
export const isWaiting = (post: ScheduledPost): boolean => post.status === 'pending' && isChangeable(post) && !isDraft(post)
/** The user posts it manually. */
export const isPostedManually = ({ options }: ScheduledPost): boolean => options !== null && 'handOver' in options && options.handOver
export const isEnded = ({ status }: ScheduledPost): boolean => status !== 'pending'
/** Can be taken off the list. */
export const isRemovable = (post: ScheduledPost): boolean => (isEnded(post) && post.delivery !== 'unconfirmed') || isDraft(post)

/** The text of the badge. A draft's status is pending, which would mislead. */
export function statusOf(post: ScheduledPost): string {
  return isDraft(post) ? 'Draft' : STATUSES[post.status]
}

const APPROVALS: Record<ApprovalState, string> = {
  draft: 'Needs approval',
  'in-review': 'In review',
  'changes-asked': 'Changes asked',
  approved: 'Approved',
}

/** The approval of a post that has not ended; null for one that needs no approval. */
export function approvalOf({ approval, status }: ScheduledPost): string | null {
  return status === 'pending' && (approval.isRequired || approval.state !== 'draft') ? APPROVALS[approval.state] : null
}

/** The time of publication, else the planned time; null for a draft. */
export const timeOf = ({ publishedAt, scheduledTime }: ScheduledPost): string | null => publishedAt ?? scheduledTime

/** Like `Nov 24, 2026 at 09:05 AM`. */
export function whenOf(post: ScheduledPost, zone: string): string {
  const time = timeOf(post)
  return time === null ? 'No time yet' : shownMoment(new Date(time), zone)
}

/** The planned time of a post that was published at another minute, else null. */
export function plannedOf(post: ScheduledPost, zone: string): string | null {
  if (post.publishedAt === null || post.scheduledTime === null) return null
  const planned = shownMoment(new Date(post.scheduledTime), zone)
  return planned === whenOf(post, zone) ? null : planned
}

export function countText(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`
}

/** Describes for screen readers what color and icon show. */
export function stateOf(posts: readonly [ScheduledPost, ...ScheduledPost[]], isSelected: boolean): string {
  const [post] = posts
  return [...posts.map(platformOf), statusOf(post), approvalOf(post), isSelected ? 'selected' : null].filter(Boolean).join(', ')
}
