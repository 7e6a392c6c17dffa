import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { CircleCheck, CircleHelp, CircleX, Clock, PencilLine, SendHorizontal } from 'lucide-react'
import { approvalOf, platformOf, statusOf, isChangeable } from './post-texts.ts'
import styles from './badges.module.css'

export function PlatformBadge({ post }: { post: ScheduledPost }) {
  return (
    <span className={styles.platform} data-platform={post.platform}>
      {platformOf(post)}
    </span>
  )
}

export function StatusBadge({ post }: { post: ScheduledPost }) {
  const kind = post.delivery === 'draft' ? 'draft' : post.delivery === 'unconfirmed' ? 'unconfirmed' : post.status
  return (
    <span className={styles.status} data-kind={kind}>
      {statusOf(post)}
    </span>
  )
}

/** The approval state of the post. Empty for posts that need no approval. */
export function ApprovalBadge({ post }: { post: ScheduledPost }) {
  const text = approvalOf(post)
  return (
    text && (
      <span className={styles.status} data-kind={post.approval.state}>
        {text}
      </span>
    )
  )
}

const INITIALS: Record<PlatformId, string> = { tiktok: 'TT', tumblr: 'Tu', instagram: 'IG', threads: 'Th' }

/** Initials of a platform on its color. Decorative: text next to it names the platform. */
export function PlatformMark({ id }: { id: PlatformId }) {
  return (
    <span className={styles.mark} data-platform={id} aria-hidden="true">
      {INITIALS[id]}
    </span>
  )
}

/** The logo of the post's company, if it has one. */
export function CompanyLogo({ post, className }: { post: ScheduledPost; className?: string }) {
  if (post.companyLogoUrl === null) return null
  const classes = [styles.logo, className].filter(Boolean).join(' ')
  return <img className={classes} src={post.companyLogoUrl} alt="" width={14} height={14} loading="lazy" draggable={false} />
}

/** The thumbnail of the first slide; a placeholder until it is rendered. */
export function PostThumbnail({ post, className }: { post: ScheduledPost; className?: string }) {
  return (
    <span className={[styles.image, className].filter(Boolean).join(' ')} aria-hidden="true">
      {post.thumbnailUrl && <img src={post.thumbnailUrl} alt="" loading="lazy" decoding="async" draggable={false} />}
    </span>
  )
}

/** Decorative: text next to it names the status. */
export function StatusIcon({ post }: { post: ScheduledPost }) {
  const [Icon, kind] = iconOf(post)
  return <Icon className={styles.statusIcon} data-kind={kind} aria-hidden="true" />
}

function iconOf(post: ScheduledPost) {
  if (post.delivery === 'draft') return [PencilLine, 'quiet'] as const
  if (post.delivery === 'unconfirmed') return [CircleHelp, 'warn'] as const
  if (post.status === 'published') return [CircleCheck, 'ok'] as const
  if (post.status === 'failed') return [CircleX, 'bad'] as const
  return isChangeable(post) ? ([Clock, 'wait'] as const) : ([SendHorizontal, 'wait'] as const)
}
