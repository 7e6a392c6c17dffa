import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../components/button.tsx'
import { usePopupContainer } from '../../components/popup-context.ts'
import { PostPicture } from './badges.tsx'
import { useShown } from './post-actions.ts'
import styles from './post-popup.module.css'
import { accountOf, isWaiting, styleOf, titleOf, whenOf } from './post-words.ts'
import { StatusIcon } from './status-icon.tsx'
import { hidePopup, popupHandlers, useClosing, useOpenPopup } from './use-post-popup.ts'

const GAP = 8
const EDGE = 8

/** Beside what it belongs to, on the side with room; over it where there is none, as on a narrow window. */
function place(popup: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = popup
  const right = anchor.right + GAP
  const left = anchor.left - GAP - width
  const fitsBeside = right + width <= innerWidth - EDGE ? right : left >= EDGE ? left : null
  const top = fitsBeside === null ? anchor.bottom + GAP : anchor.top - 12
  const x = fitsBeside ?? Math.min(Math.max(anchor.left, EDGE), innerWidth - EDGE - width)
  popup.style.left = `${x}px`
  popup.style.top = `${Math.min(Math.max(top, EDGE), innerHeight - EDGE - height)}px`
}

function Content({ post }: { post: ScheduledPost }) {
  const { zone, actions } = useShown()
  const style = styleOf(post)
  return (
    <>
      <div className={styles.head}>
        <PostPicture post={post} className={styles.picture} />
        <div className={styles.words}>
          <p className={styles.platform} data-platform={post.platform}>
            <StatusIcon post={post} />
            {post.platform.toUpperCase()}
          </p>
          <p className={styles.title}>{titleOf(post)}</p>
          {style && <p className={styles.quiet}>{style}</p>}
          <p className={styles.when}>{whenOf(post, zone)}</p>
          <p className={styles.quiet}>{accountOf(post)}</p>
        </div>
      </div>
      {post.caption && <p className={styles.caption}>{post.caption}</p>}
      {(post.detail ?? post.errorMessage) && <p className={styles.detail}>{post.errorMessage ?? post.detail}</p>}
      {isWaiting(post) && (
        <Button
          size="small"
          variant="danger"
          wide
          onClick={() => {
            hidePopup()
            actions.cancel([post])
          }}
        >
          Cancel Post
        </Button>
      )}
    </>
  )
}

/** What a pill has no room for; one for the whole page. */
export function PostPopup({ posts }: { posts: ReadonlyMap<string, ScheduledPost> }) {
  const open = useOpenPopup()
  const container = usePopupContainer()
  const popup = useRef<HTMLDivElement>(null)
  useClosing(popup, open)
  const post = open ? posts.get(open.id) : undefined
  useLayoutEffect(() => {
    if (open && popup.current) place(popup.current, open.anchor.getBoundingClientRect())
  }, [open, post])
  if (!open || !post || !open.anchor.isConnected) return null
  return createPortal(
    <div ref={popup} id={POPUP_ID} className={styles.popup} role="group" aria-label={`About ${titleOf(post)}`} {...popupHandlers}>
      <Content post={post} />
    </div>,
    container,
  )
}

/** What a pill names as its description while the popup is its own. */
export const POPUP_ID = 'about-post'
