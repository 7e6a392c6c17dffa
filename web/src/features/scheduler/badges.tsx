import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
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

/** The logo of the post's company, or a dot in the color of its platform. */
export function PostMark({ post, size = 14 }: { post: ScheduledPost; size?: number }) {
  if (post.companyLogoUrl === null) return <span className={styles.dot} data-platform={post.platform} aria-hidden="true" />
  return <img className={styles.logo} src={post.companyLogoUrl} alt="" width={size} height={size} loading="lazy" draggable={false} />
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
