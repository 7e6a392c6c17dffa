import { shownTime } from '@ninesixteen/shared/time/shown-times'
import { Check, Plus } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import styles from './agenda.module.css'
import { PlatformBadge, PostThumbnail, StatusIcon } from './badges.tsx'
import { opensSchedulePost } from '../../app/schedule-post.ts'
import { longDayText, shortDayText, type Day } from './days.ts'
import { postCount } from './grouping.ts'
import type { PlacedPost } from './placing.ts'
import { useSchedulerContext } from './post-actions.ts'
import { postKeys } from './post-keys.ts'
import { accountOf, countText, isChangeable, stateOf, titleOf } from './post-texts.ts'

export interface AgendaProps {
  day: Day
  placed: readonly PlacedPost[]
  /** Today or later. */
  isOpen: boolean
  now: number
  selected: ReadonlySet<string>
}

/** The posts of one day, with thumbnails. */
export function Agenda({ day, placed, isOpen, now, selected }: AgendaProps) {
  return (
    <section className={styles.agenda} aria-labelledby={`agenda-${day}`} data-view="agenda" data-day={day} data-day-posts>
      <h3 id={`agenda-${day}`} className={styles.day}>
        {longDayText(day)}
        <span className={styles.count}>{placed.length > 0 && countText(postCount(placed))}</span>
      </h3>
      {isOpen && (
        <IconButton
          className={styles.add}
          size="small"
          label={`Schedule a post on ${shortDayText(day)}`}
          icon={<Plus />}
          {...opensSchedulePost({ kind: 'new', projectId: null, day })}
        />
      )}
      {placed.length === 0 ? (
        <p className={styles.nothing}>Nothing scheduled on this day.</p>
      ) : (
        <ul className={styles.list}>
          {placed.map((one) => (
            <li key={one.post.id} className={styles.item}>
              <AgendaPost placed={one} isPast={one.at < now} isSelected={selected.has(one.post.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const AgendaPost = memo(function AgendaPost({ placed, isPast, isSelected }: { placed: PlacedPost; isPast: boolean; isSelected: boolean }) {
  const { post, others } = placed
  const { zone, actions } = useSchedulerContext()
  const handleClick = (event: MouseEvent) => {
    if (event.shiftKey || event.metaKey || event.ctrlKey) actions.pick(post, event.shiftKey ? 'range' : 'toggle')
    else actions.open(post)
  }
  return (
    <button
      type="button"
      className={styles.post}
      data-post={post.id}
      data-movable={isChangeable(post) || undefined}
      data-past={isPast || undefined}
      data-selected={isSelected || undefined}
      onClick={handleClick}
      onKeyDown={(event) => postKeys(event, { post, actions, isTimed: true })}
    >
      <PostThumbnail post={post} />
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.time}>{shownTime(new Date(placed.at), zone)}</span>
          <span className="visually-hidden">{stateOf([post, ...others], isSelected)}</span>
          {isSelected ? <Check className={styles.check} aria-hidden="true" /> : <StatusIcon post={post} />}
        </span>
        <span className={styles.title}>{titleOf(post)}</span>
        <span className={styles.bottom}>
          {[post, ...others].map((one) => (
            <PlatformBadge key={one.id} post={one} />
          ))}
          {others.length === 0 && <span className={styles.account}>{accountOf(post)}</span>}
        </span>
        {(post.errorMessage ?? post.detail) && (
          <span className={styles.trouble} data-status={post.status}>
            {post.errorMessage ?? post.detail}
          </span>
        )}
      </span>
    </button>
  )
})
