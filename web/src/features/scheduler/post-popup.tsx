import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../components/button.tsx'
import { usePopupContainer } from '../../components/popup-context.ts'
import { PostThumbnail, StatusIcon } from './badges.tsx'
import { useSchedulerContext } from './post-actions.ts'
import styles from './post-popup.module.css'
import { accountOf, isWaiting, styleOf, titleOf, whenOf } from './post-texts.ts'
import { hidePopup, popupHandlers, useClosing, useOpenPopup } from './use-post-popup.ts'

const GAP = 8
const EDGE = 8

/** Next to its anchor, on the side with space; below it in a narrow window. */
function place(popup: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = popup
  const right = anchor.right + GAP
  const left = anchor.left - GAP - width
  const sideLeft = right + width <= innerWidth - EDGE ? right : left >= EDGE ? left : null
  const top = sideLeft === null ? anchor.bottom + GAP : anchor.top - 12
  const x = sideLeft ?? Math.min(Math.max(anchor.left, EDGE), innerWidth - EDGE - width)
  popup.style.left = `${x}px`
  popup.style.top = `${Math.min(Math.max(top, EDGE), innerHeight - EDGE - height)}px`
}

function Content({ post }: { post: ScheduledPost }) {
  const { zone, actions } = useSchedulerContext()
  const style = styleOf(post)
  return (
    <>
      <div className={styles.head}>
        <PostThumbnail post={post} className={styles.image} />
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
            void actions.cancel(post)
          }}
        >
          Cancel Post
        </Button>
      )}
    </>
  )
}

/** Details of the hovered or focused pill. The page has only one. */
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

/** A pill refers to it as its description while the popup is open. */
export const POPUP_ID = 'about-post'
