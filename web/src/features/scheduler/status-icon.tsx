import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { CircleCheck, CircleHelp, CircleX, Clock, PencilLine, SendHorizontal } from 'lucide-react'
import { isChangeable } from './post-words.ts'
import styles from './badges.module.css'

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
