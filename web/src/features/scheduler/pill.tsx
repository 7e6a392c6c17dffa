import { shownTime } from '@ninesixteen/shared/time/shown-times'
import { Check } from 'lucide-react'
import { memo, type KeyboardEvent, type MouseEvent } from 'react'
import { PostMark } from './badges.tsx'
import styles from './pill.module.css'
import { POPUP_ID } from './post-popup.tsx'
import { useSchedulerContext } from './post-actions.ts'
import type { PlacedPost } from './placing.ts'
import { approvalOf, isChangeable, stateOf, titleOf } from './post-texts.ts'
import { postKeys } from './post-keys.ts'
import { hidePopup, popupTriggers, useIsPopupOpen } from './use-post-popup.ts'

export interface PillProps {
  placed: PlacedPost
  isPast: boolean
  isSelected: boolean
  tabIndex: 0 | -1
  /** In a grid of hours: shows the title, and arrows move by minutes. */
  isTimed?: boolean
}

/** A post on the calendar. */
export const Pill = memo(function Pill({ placed, isPast, isSelected, tabIndex, isTimed = false }: PillProps) {
  const { post } = placed
  const { zone, actions } = useSchedulerContext()
  const isDescribed = useIsPopupOpen(post.id)
  const handleClick = (event: MouseEvent) => {
    hidePopup()
    if (event.shiftKey || event.metaKey || event.ctrlKey) actions.pick(post, event.shiftKey ? 'range' : 'toggle')
    else actions.open(post)
  }
  return (
    <button
      type="button"
      className={styles.pill}
      data-post={post.id}
      data-platform={post.platform}
      data-status={post.delivery === 'unconfirmed' ? 'unconfirmed' : post.status}
      data-approval={approvalOf(post) ? post.approval.state : undefined}
      data-past={isPast || undefined}
      data-selected={isSelected || undefined}
      data-movable={isChangeable(post) || undefined}
      data-timed={isTimed || undefined}
      aria-describedby={isDescribed ? POPUP_ID : undefined}
      tabIndex={tabIndex}
      onClick={handleClick}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => postKeys(event, { post, actions, isTimed })}
      {...popupTriggers(post.id)}
    >
      {isSelected ? <Check className={styles.check} aria-hidden="true" /> : <PostMark post={post} />}
      <span className={styles.time}>{shownTime(new Date(placed.at), zone)}</span>
      <span className={isTimed ? styles.title : 'visually-hidden'}>{titleOf(post)}</span>
      <span className="visually-hidden">{stateOf(post, isSelected)}</span>
    </button>
  )
})
