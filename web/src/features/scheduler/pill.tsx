import { shownTime } from '@ninesixteen/shared/time/shown-times'
import { Check } from 'lucide-react'
import { memo, type KeyboardEvent, type MouseEvent } from 'react'
import { CompanyLogo, PlatformMark, PostThumbnail } from './badges.tsx'
import { outlineOf, platformsOf, signOf, wordsOf } from './chip.ts'
import styles from './pill.module.css'
import { POPUP_ID } from './post-popup.tsx'
import { useSchedulerContext } from './post-actions.ts'
import type { PlacedPost } from './placing.ts'
import { isChangeable, stateOf, titleOf } from './post-texts.ts'
import { postKeys } from './post-keys.ts'
import { hidePopup, popupTriggers, useIsPopupOpen } from './use-post-popup.ts'

export interface PillProps {
  placed: PlacedPost
  isPast: boolean
  isSelected: boolean
  tabIndex: 0 | -1
  /** In a grid of hours: one line without thumbnail, and arrows move by minutes. */
  isTimed?: boolean
}

/** A post on the calendar. */
export const Pill = memo(function Pill({ placed, isPast, isSelected, tabIndex, isTimed = false }: PillProps) {
  const { post, others } = placed
  const { zone, actions } = useSchedulerContext()
  const [title, words] = [titleOf(post), wordsOf(post)]
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
      data-outline={outlineOf(post) ?? undefined}
      data-sign={signOf(post) ?? undefined}
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
      {isSelected ? (
        <Check className={styles.check} aria-hidden="true" />
      ) : (
        <span className={styles.picture}>
          {!isTimed && <PostThumbnail post={post} className={styles.thumbnail} />}
          <CompanyLogo post={post} className={isTimed ? undefined : styles.logo} />
        </span>
      )}
      <span className={styles.time}>{shownTime(new Date(placed.at), zone)}</span>
      <span className={styles.marks}>
        {platformsOf([post, ...others]).map((id) => (
          <PlatformMark key={id} id={id} />
        ))}
      </span>
      <span className={styles.words}>{words}</span>
      {words !== title && <span className="visually-hidden">{title}</span>}
      <span className="visually-hidden">{stateOf([post, ...others], isSelected)}</span>
    </button>
  )
})
