import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/client.ts'
import styles from './affected-posts.module.css'

export interface AffectedPostsProps {
  /** The project, company or account that is about to go: one of the three. */
  of: { projectId?: string; companyId?: string; accountRowId?: string }
  /** Says what happens to the posts, in the singular and the plural. */
  becomes: [one: string, several: string]
}

/** Further posts are only counted. */
const NAMED_MOST = 3

function nameOf({ projectTitle, scheduledTime, timeZone, account, accountId }: ScheduledPost): string {
  const when = scheduledTime === null ? 'draft' : shownMoment(new Date(scheduledTime), timeZone || undefined)
  return `${projectTitle ?? 'Unknown Project'} to @${account?.username ?? accountId} (${when})`
}

/** Lists the waiting posts that a deletion affects and says what happens to them; renders nothing if there are none. */
export function AffectedPosts({ of, becomes: [one, several] }: AffectedPostsProps) {
  const { data } = useQuery(orpc.scheduledPosts.concerned.queryOptions({ input: of, staleTime: 0 }))
  if (!data || data.total === 0) return null
  const named = data.posts.slice(0, NAMED_MOST)
  const rest = data.total - named.length
  return (
    <span className={styles.concerned} role="status">
      <strong>{data.total === 1 ? '1 scheduled post' : `${data.total} scheduled posts`}</strong>
      {named.map((post) => (
        <span key={post.id} className={styles.post}>
          {nameOf(post)}
        </span>
      ))}
      {rest > 0 && <span className={styles.post}>and {rest} more</span>}
      {data.total === 1 ? one : several}
    </span>
  )
}
