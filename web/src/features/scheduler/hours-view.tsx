import { dayAfter } from '@ninesixteen/shared/time/wall-clock'
import { memo, useEffect, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { dayOfMonth, longDayText, WEEKDAYS, type Day } from './days.ts'
import { hourColumns, type HourOverflow } from './hour-columns.ts'
import styles from './hours-view.module.css'
import { Pill } from './pill.tsx'
import type { PlacedPost } from './placing.ts'
import { useSchedulerContext } from './post-actions.ts'
import { countText } from './post-texts.ts'
import { wallText } from './shifting.ts'

/** Height of an hour and of a post, in pixels. */
const HOUR = 56
const POST = 28
const POST_MINUTES = (POST / HOUR) * 60
/** Maximum number of posts side by side. */
const MAX_COLUMNS = { day: 6, week: 2 }
/** The hour to scroll to on days without earlier posts. */
const FIRST_HOUR = 8

const hourName = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' })
const HOURS = Array.from({ length: 24 }, (_, hour) => hourName.format(new Date(Date.UTC(2026, 0, 1, hour))).replace('\u202f', ' '))

export interface HoursViewProps {
  /** One day, or seven. */
  visibleDays: readonly Day[]
  postsByDay: ReadonlyMap<Day, readonly PlacedPost[]>
  selectedDay: Day
  today: Day
  /** `now` in milliseconds since 1970, `minuteNow` in minutes since midnight in the time zone. */
  now: number
  minuteNow: number
  selected: ReadonlySet<string>
}

const NONE: readonly PlacedPost[] = []

/** Days as columns of hours. Posts can be dragged to another time. */
export function HoursView({ visibleDays, postsByDay, selectedDay, today, now, minuteNow, selected }: HoursViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const span = visibleDays.join()
  const firstMinute = useRef(FIRST_HOUR * 60)
  useEffect(() => {
    const minutes = visibleDays.flatMap((day) => postsByDay.get(day)?.[0]?.minute ?? [])
    firstMinute.current = Math.min(visibleDays.includes(today) ? minuteNow : FIRST_HOUR * 60, ...minutes)
  })
  // Scrolls only when other days are shown, not when time passes or a post arrives.
  useEffect(() => {
    if (scroller.current && span) scroller.current.scrollTop = Math.max(0, (firstMinute.current / 60 - 0.75) * HOUR)
  }, [span])
  return (
    <div
      className={styles.view}
      data-view={visibleDays.length > 1 ? 'week' : 'day'}
      style={{ '--columns': visibleDays.length } as CSSProperties}
    >
      <div className={styles.heads}>
        <span />
        {visibleDays.map((day) => (
          <DayHead key={day} day={day} isSelected={day === selectedDay} isToday={day === today} count={postsByDay.get(day)?.length ?? 0} />
        ))}
      </div>
      <div ref={scroller} className={styles.scroller} data-scroller role="region" aria-label="Hours" tabIndex={0}>
        <div className={styles.hours} style={{ height: 24 * HOUR }}>
          <div className={styles.names} aria-hidden="true">
            {HOURS.map(
              (name, hour) =>
                hour > 0 && (
                  <span key={name} style={{ top: hour * HOUR }}>
                    {name}
                  </span>
                ),
            )}
          </div>
          {visibleDays.map((day) => (
            <HourColumn
              key={day}
              day={day}
              placed={postsByDay.get(day) ?? NONE}
              maxColumns={visibleDays.length > 1 ? MAX_COLUMNS.week : MAX_COLUMNS.day}
              isSelected={day === selectedDay}
              minuteNow={day === today ? minuteNow : null}
              now={now}
              selected={selected}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

interface DayHeadProps {
  day: Day
  isSelected: boolean
  isToday: boolean
  count: number
}

function DayHead({ day, isSelected, isToday, count }: DayHeadProps) {
  const { actions } = useSchedulerContext()
  const handleKeys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    actions.selectDay(dayAfter(day, step))
  }
  return (
    <div className={styles.head} data-day={day} data-today={isToday || undefined} data-selected={isSelected || undefined}>
      <button
        type="button"
        data-day-button
        className={styles.headButton}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isSelected}
        tabIndex={isSelected ? 0 : -1}
        onClick={() => actions.selectDay(day)}
        onKeyDown={handleKeys}
      >
        <span className="visually-hidden">{`${longDayText(day)}${count > 0 ? `, ${countText(count)}` : ''}`}</span>
        <span className={styles.weekday} aria-hidden="true">
          {WEEKDAYS[new Date(`${day}T00:00Z`).getUTCDay()]?.slice(0, 3)}
        </span>
        <span className={styles.number} aria-hidden="true">
          {dayOfMonth(day)}
        </span>
      </button>
    </div>
  )
}

interface HourColumnProps {
  day: Day
  placed: readonly PlacedPost[]
  maxColumns: number
  isSelected: boolean
  minuteNow: number | null
  now: number
  selected: ReadonlySet<string>
}

const HourColumn = memo(function HourColumn({ day, placed, maxColumns, isSelected, minuteNow, now, selected }: HourColumnProps) {
  const { places, overflows } = useMemo(() => hourColumns(placed, { heightMinutes: POST_MINUTES, maxColumns }), [placed, maxColumns])
  const at = (minute: number, column: number, columns: number): CSSProperties => ({
    top: Math.min((minute / 60) * HOUR, 24 * HOUR - POST),
    height: POST,
    left: `${(column / columns) * 100}%`,
    width: `${100 / columns}%`,
  })
  return (
    <div className={styles.column} data-day={day} data-hours data-day-posts>
      {minuteNow !== null && <span className={styles.now} style={{ top: (minuteNow / 60) * HOUR }} aria-hidden="true" />}
      {places.map(({ placed: one, column, columns }) => (
        <div key={one.post.id} className={styles.post} style={at(one.minute, column, columns)}>
          <Pill placed={one} isPast={one.at < now} isSelected={selected.has(one.post.id)} tabIndex={isSelected ? 0 : -1} isTimed />
        </div>
      ))}
      {overflows.map((rest) => (
        <div key={rest.minute} className={styles.post} style={at(rest.minute, rest.columns - 1, rest.columns)}>
          <Overflow day={day} rest={rest} isWeek={maxColumns === MAX_COLUMNS.week} tabIndex={isSelected ? 0 : -1} />
        </div>
      ))}
    </div>
  )
})

/** Groups posts without space. A click opens the day, whose list shows all posts. */
function Overflow({ day, rest, isWeek, tabIndex }: { day: Day; rest: HourOverflow; isWeek: boolean; tabIndex: 0 | -1 }) {
  const { actions } = useSchedulerContext()
  const [first] = rest.posts
  if (!isWeek && rest.posts.length === 1 && first)
    return <Pill placed={first} isPast={false} isSelected={false} tabIndex={tabIndex} isTimed />
  return (
    <button
      type="button"
      className={styles.rest}
      tabIndex={tabIndex}
      aria-label={`${rest.posts.length} more on ${longDayText(day)} at ${wallText(day, rest.minute).slice(11)}`}
      onClick={() => actions.openDay(day)}
    >
      +{rest.posts.length} more
    </button>
  )
}
