import { useMemo, useRef } from 'react'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { notify } from '../../components/toast.tsx'
import type { View } from './address.ts'
import { Agenda } from './agenda.tsx'
import { CalendarHead, type Span } from './calendar-head.tsx'
import styles from './calendar.module.css'
import { monthOf } from './days.ts'
import { useDrag } from './drag.ts'
import { legendOf } from './chip.ts'
import { DraftsTray } from './drafts-tray.tsx'
import { HoursView } from './hours-view.tsx'
import { Legend } from './legend.tsx'
import { MonthView } from './month-view.tsx'
import type { SchedulerState } from './use-scheduler.ts'

const NONE: never[] = []

/** A month, week or day, next to the posts of the selected day and the drafts. */
export function Calendar({ state, span }: { state: SchedulerState; span: Span }) {
  const { posts, day, today, now, minuteNow, selection, actions, go } = state
  const isPhone = useMediaQuery('(max-width: 767px)')
  const root = useRef<HTMLDivElement>(null)
  useDrag(root, {
    countOf: actions.countOf,
    onDrop(id, place) {
      const post = posts.byId.get(id)
      if (post) void actions.place(post, place.day, place.minute)
    },
    onMiss: () => notify.info('The post wasn’t moved.', 'Drop it on a day. At the edge of the window, the page scrolls.'),
  })
  const shared = { postsByDay: posts.placedByDay, today, now: now.getTime(), selected: selection.ids }
  const legend = useMemo(
    () =>
      legendOf(
        posts.days.flatMap((one) => posts.placedByDay.get(one) ?? NONE),
        now.getTime(),
      ),
    [posts.days, posts.placedByDay, now],
  )
  const agendaDays = isPhone && span === 'week' ? posts.days : [day]
  return (
    <div ref={root} className={styles.calendar}>
      <div className={styles.main}>
        <CalendarHead span={span} day={day} today={today} onDay={(next) => go({ day: next })} onSpan={(view: View) => go({ view })} />
        {span === 'month' && <MonthView month={monthOf(day)} selectedDay={day} compact={isPhone} {...shared} />}
        {span !== 'month' && !(isPhone && span === 'week') && (
          <HoursView visibleDays={posts.days} selectedDay={day} minuteNow={minuteNow} {...shared} />
        )}
        {!(isPhone && span === 'week') && <Legend entries={legend} />}
      </div>
      <aside className={styles.aside} aria-label="Selected day and drafts">
        {agendaDays.map((one) => (
          <Agenda
            key={one}
            day={one}
            placed={posts.placedByDay.get(one) ?? NONE}
            isOpen={one >= today}
            now={now.getTime()}
            selected={selection.ids}
          />
        ))}
        {posts.drafts.length > 0 && <DraftsTray drafts={posts.drafts} day={day} />}
      </aside>
    </div>
  )
}
