import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { Upload, X } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { ApprovalBadge, PlatformBadge, PostThumbnail, StatusBadge, StatusIcon } from './badges.tsx'
import styles from './list-view.module.css'
import { testUpload } from './post-mutations.ts'
import { useSchedulerContext } from './post-actions.ts'
import { accountOf, isWaiting, titleOf, whenOf } from './post-texts.ts'

export interface ListViewProps {
  /** Posts that were scheduled together are one entry. */
  groups: readonly (readonly ScheduledPost[])[]
  selected: ReadonlySet<string>
  /** Null after the last page. */
  onMore: (() => void) | null
  loadingMore: boolean
}

/** All posts with texts and status, latest first. */
export function ListView({ groups, selected, onMore, loadingMore }: ListViewProps) {
  return (
    <div data-view="list">
      <ul className={styles.list} aria-label="Scheduled posts">
        {groups.flatMap(([post, ...others]) =>
          post ? <ListedPost key={post.id} post={post} others={others} isSelected={selected.has(post.id)} /> : [],
        )}
      </ul>
      {onMore && (
        <div className={styles.more}>
          <Button busy={loadingMore} onClick={onMore}>
            {loadingMore ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ListedPostProps {
  post: ScheduledPost
  others: readonly ScheduledPost[]
  isSelected: boolean
}

function ListedPost({ post, others, isSelected }: ListedPostProps) {
  const { zone, actions } = useSchedulerContext()
  const title = titleOf(post)
  return (
    <li className={styles.post}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`Select ${title}, ${whenOf(post, zone)}`}
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event: MouseEvent) => actions.pick(post, event.shiftKey ? 'range' : 'toggle')}
      />
      <PostThumbnail post={post} className={styles.image} />
      <div className={styles.body}>
        <div className={styles.line}>
          <StatusIcon post={post} />
          <button type="button" className={styles.title} data-post={post.id} onClick={() => actions.open(post)}>
            {title}
          </button>
          <StatusBadge post={post} />
          <ApprovalBadge post={post} />
        </div>
        <p className={styles.facts}>
          <span className={styles.when}>{whenOf(post, zone)}</span>
          {[post, ...others].map((one) => (
            <span key={one.id} className={styles.account}>
              <PlatformBadge post={one} />
              <span>{accountOf(one)}</span>
            </span>
          ))}
        </p>
        {post.detail && <p className={styles.detail}>{post.detail}</p>}
        {post.caption && <p className={styles.caption}>{post.caption}</p>}
        {post.errorMessage && (
          <p className={styles.error}>
            {post.errorMessage} {post.fixHref && <Link to={post.fixHref}>Fix it</Link>}
          </p>
        )}
      </div>
      {isWaiting(post) && <WaitingActions post={post} />}
    </li>
  )
}

function WaitingActions({ post }: { post: ScheduledPost }) {
  const { actions } = useSchedulerContext()
  const [testing, setTesting] = useState(false)
  const upload = async () => {
    const posts = await actions.which('Post', post)
    if (!posts) return
    setTesting(true)
    await testUpload(posts)
    setTesting(false)
  }
  return (
    <div className={styles.actions}>
      <Button size="small" icon={<Upload />} busy={testing} onClick={() => void upload()}>
        {testing ? 'Testing...' : 'Test Upload Now'}
      </Button>
      <Button size="small" variant="ghost" icon={<X />} onClick={() => void actions.cancel(post)}>
        Cancel
      </Button>
    </div>
  )
}
