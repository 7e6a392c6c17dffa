import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { Upload, X } from 'lucide-react'
import { memo, useState, type MouseEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { ApprovalBadge, PlatformBadge, PostThumbnail, StatusBadge, StatusIcon } from './badges.tsx'
import styles from './list-view.module.css'
import { testUpload } from './post-mutations.ts'
import { useSchedulerContext } from './post-actions.ts'
import { PostNowQuestion } from './post-now-question.tsx'
import { accountOf, isWaiting, titleOf, whenOf } from './post-texts.ts'

export interface ListViewProps {
  posts: readonly ScheduledPost[]
  selected: ReadonlySet<string>
  /** Null after the last page. */
  onMore: (() => void) | null
  loadingMore: boolean
}

/** All posts with texts and status, latest first. */
export function ListView({ posts, selected, onMore, loadingMore }: ListViewProps) {
  return (
    <div data-view="list">
      <ul className={styles.list} aria-label="Scheduled posts">
        {posts.map((post) => (
          <ListedPost key={post.id} post={post} isSelected={selected.has(post.id)} />
        ))}
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

const ListedPost = memo(function ListedPost({ post, isSelected }: { post: ScheduledPost; isSelected: boolean }) {
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
          <PlatformBadge post={post} />
          <span>{accountOf(post)}</span>
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
})

function WaitingActions({ post }: { post: ScheduledPost }) {
  const { actions } = useSchedulerContext()
  const [testing, setTesting] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const upload = async () => {
    setConfirming(false)
    setTesting(true)
    await testUpload(post)
    setTesting(false)
  }
  return (
    <div className={styles.actions}>
      <Button size="small" icon={<Upload />} busy={testing} onClick={() => setConfirming(true)}>
        {testing ? 'Testing...' : 'Test Upload Now'}
      </Button>
      <Button size="small" variant="ghost" icon={<X />} onClick={() => actions.cancel([post])}>
        Cancel
      </Button>
      <PostNowQuestion post={post} open={confirming} onOpenChange={setConfirming} onConfirm={() => void upload()} />
    </div>
  )
}
