import type { PostDetails as Details, ScheduledPost, PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { optionTexts } from '@ninesixteen/shared/publishing/option-texts'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { shownMomentWithSeconds } from '@ninesixteen/shared/time/shown-times'
import { toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { Drawer } from '../../../components/drawer.tsx'
import { lazyPart } from '../../../components/load-part.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { ApprovalBadge, PlatformBadge, StatusBadge, StatusIcon } from '../badges.tsx'
import { accountOf, approvalOf, plannedOf, platformOf, styleOf, titleOf, whenOf } from '../post-texts.ts'
import { DetailsActions } from './details-actions.tsx'
import styles from './post-details.module.css'
import { PostFiles } from './post-files.tsx'
import { PostNotes } from './post-notes.tsx'
import historyStyles from './post-history.module.css'

const ApprovalSection = lazyPart(async () => (await import('../approval/approval-section.tsx')).ApprovalSection)

export interface PostDetailsProps {
  /** Null while none is open. */
  id: string | null
  /** The post from the calendar, shown until the details have loaded. */
  placeholder: ScheduledPost | undefined
  zone: string
  /** The link to manual posting. */
  ManualPost: ComponentType<{ postId: string }>
  onClose(): void
}

/** Details of one post: files, texts, options, history and actions. */
export function PostDetails({ id, placeholder, zone, ManualPost, onClose }: PostDetailsProps) {
  // Keeps the content while the drawer closes.
  const [last, setLast] = useState({ id, placeholder })
  if (id !== null && (last.id !== id || (placeholder && last.placeholder !== placeholder)))
    setLast({ id, placeholder: placeholder ?? (last.id === id ? last.placeholder : placeholder) })
  const shownId = id ?? last.id
  const query = useQuery(orpc.scheduledPosts.get.queryOptions({ input: { id: shownId ?? '' }, enabled: id !== null }))
  const post = query.data ?? last.placeholder
  return (
    <Drawer open={id !== null} onOpenChange={(open) => !open && onClose()} title={post ? titleOf(post) : 'Post'}>
      {shownId !== null && (
        <div className={styles.content}>
          {post && <Content key={shownId} post={post} details={query.data} zone={zone} ManualPost={ManualPost} onLeave={onClose} />}
          {!post && query.isError && <Notice kind="bad">{toApiError(query.error).message}</Notice>}
          {!post && !query.isError && <Skeleton height={200} radius="12px" />}
        </div>
      )}
    </Drawer>
  )
}

interface ContentProps extends Pick<PostDetailsProps, 'zone' | 'ManualPost'> {
  post: ScheduledPost
  /** Undefined until loaded. */
  details: Details | undefined
  onLeave(): void
}

function Content({ post, details, zone, ManualPost, onLeave }: ContentProps) {
  return (
    <>
      <Facts post={post} zone={zone} />
      <PostNotes post={post} />
      {post.delivery === 'handed-over' && <ManualPost postId={post.id} />}
      {details ? <PostFiles media={details.media} title={titleOf(post)} /> : <Skeleton height={216} radius="12px" />}
      <DetailsActions post={post} zone={zone} onLeave={onLeave} />
      <Texts post={post} />
      {(approvalOf(post) ?? post.approval.comments > 0) && <ApprovalSection post={post} zone={zone} />}
      {details && <History details={details} zone={zone} />}
    </>
  )
}

function Facts({ post, zone }: { post: ScheduledPost; zone: string }) {
  const style = styleOf(post)
  const planned = plannedOf(post, zone)
  return (
    <div className={styles.facts}>
      <p className={styles.when}>
        <StatusIcon post={post} />
        {whenOf(post, zone)}
      </p>
      <p className={styles.badges}>
        <StatusBadge post={post} />
        <ApprovalBadge post={post} />
        <PlatformBadge post={post} />
        <span className={styles.account}>{accountOf(post)}</span>
        {style && <span className={styles.quiet}>{style}</span>}
      </p>
      {planned !== null && <p className={styles.quiet}>Planned for {planned}</p>}
      {post.detail && <p className={styles.quiet}>{post.detail}</p>}
    </div>
  )
}

function Texts({ post }: { post: ScheduledPost }) {
  const options = post.options ? optionTexts(post.options) : []
  return (
    <>
      {(post.caption || post.description) && (
        <section className={styles.section} aria-label="Texts">
          {post.caption && <p className={styles.caption}>{post.caption}</p>}
          {post.description && <p className={styles.description}>{post.description}</p>}
        </section>
      )}
      {options.length > 0 && (
        <section className={styles.section} aria-label="Options">
          <dl className={styles.options}>
            {options.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function History({ details, zone }: { details: Details; zone: string }) {
  return (
    <section className={styles.section} aria-labelledby="post-history">
      <h3 id="post-history" className={styles.heading}>
        History
      </h3>
      <PostHistory history={details.history} zone={zone} />
      {details.remoteUrl && (
        <p>
          <a className={styles.link} href={details.remoteUrl} target="_blank" rel="noopener noreferrer">
            View on {platformOf(details)}
            <ExternalLink aria-hidden="true" />
          </a>
        </p>
      )}
    </section>
  )
}

/** The post's events, newest first: attempts, responses of the platform, actions of the user. */
function PostHistory({ history, zone }: { history: PostDetails['history']; zone: string }) {
  if (history.length === 0) return <p className={historyStyles.nothing}>No history yet.</p>
  return (
    <ol className={historyStyles.history} reversed>
      {history.toReversed().map(({ at, kind, text }, index) => (
        <li key={`${at} ${index}`} className={historyStyles.event} data-kind={kind}>
          <p className={historyStyles.text}>{text}</p>
          <time className={historyStyles.time} dateTime={at}>
            {shownMomentWithSeconds(new Date(at), zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
