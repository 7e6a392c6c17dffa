import { dayAfter } from '@ninesixteen/shared/time/wall-clock'
import { memo, type KeyboardEvent } from 'react'
import { chipsOf, outlineOf } from './chip.ts'
import { dayOfMonth, inMonth, longDayText, monthAfter, monthCells, monthOf, monthText, WEEKDAYS, type Day, type Month } from './days.ts'
import styles from './month-view.module.css'
import { postCount } from './grouping.ts'
import { Pill } from './pill.tsx'
import type { PlacedPost } from './placing.ts'
import { useSchedulerContext } from './post-actions.ts'
import { countText } from './post-texts.ts'
import { daysOfKey } from './shifting.ts'

/** Dots per day on a phone; with more posts, their number follows. */
const MAX_DOTS = 4

export interface MonthViewProps {
  month: Month
  postsByDay: ReadonlyMap<Day, readonly PlacedPost[]>
  selectedDay: Day
  today: Day
  /** Milliseconds since 1970. */
  now: number
  selected: ReadonlySet<string>
  /** Shows dots instead of pills, for phones. */
  compact: boolean
}

const NONE: readonly PlacedPost[] = []

/** A grid of six weeks that shows the days of one month. */
export function MonthView({ month, postsByDay, selectedDay, today, now, selected, compact }: MonthViewProps) {
  const cells = monthCells(month)
  const weeks = Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  return (
    <div role="grid" aria-label={monthText(month)} className={styles.month} data-compact={compact || undefined} data-view="month">
      <div role="row" className={styles.weekdays}>
        {WEEKDAYS.map((name) => (
          <span key={name} role="columnheader" className={styles.weekday} aria-label={name}>
            {compact ? name.slice(0, 1) : name.slice(0, 3)}
          </span>
        ))}
      </div>
      {weeks.map((week, index) => (
        <div key={index} role="row" className={styles.week} aria-hidden={week.every((day) => day === null) || undefined}>
          {week.map((day, column) => {
            const placed = (day !== null && postsByDay.get(day)) || NONE
            return day === null ? (
              <div key={column} role="gridcell" aria-hidden="true" className={styles.outside} />
            ) : (
              <DayCell
                key={column}
                day={day}
                placed={placed}
                isSelected={day === selectedDay}
                isToday={day === today}
                past={placed.filter(({ at }) => at < now).length}
                selected={placed.some(({ post }) => selected.has(post.id)) ? selected : null}
                compact={compact}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface DayCellProps {
  day: Day
  placed: readonly PlacedPost[]
  isSelected: boolean
  isToday: boolean
  /** Number of leading posts in the past. */
  past: number
  selected: ReadonlySet<string> | null
  compact: boolean
}

const DayCell = memo(function DayCell({ day, placed, isSelected, isToday, past, selected, compact }: DayCellProps) {
  const { actions } = useSchedulerContext()
  const { visible, hidden } = chipsOf(placed)
  const tabIndex = isSelected ? 0 : -1
  return (
    // The button covers the whole cell, so a click anywhere selects the day.
    <div role="gridcell" className={styles.cell} aria-selected={isSelected} data-day={day} data-day-posts data-today={isToday || undefined}>
      <button
        type="button"
        className={styles.number}
        data-day-button
        aria-label={`${longDayText(day)}${placed.length > 0 ? `, ${countText(postCount(placed))}` : ''}`}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={tabIndex}
        onClick={() => actions.selectDay(day)}
        onKeyDown={(event) => handleDayKeys(event, day, actions.selectDay)}
      >
        {dayOfMonth(day)}
      </button>
      {compact ? (
        <Dots placed={placed} />
      ) : (
        <>
          {visible.map((one, index) => (
            <Pill
              key={one.post.id}
              placed={one}
              isPast={index < past}
              isSelected={selected?.has(one.post.id) ?? false}
              tabIndex={tabIndex}
            />
          ))}
          {hidden > 0 && (
            <button
              type="button"
              className={styles.more}
              tabIndex={tabIndex}
              aria-label={`${hidden} more on ${longDayText(day)}`}
              onClick={() => actions.openDay(day)}
            >
              +{hidden} more
            </button>
          )}
        </>
      )}
    </div>
  )
})

function Dots({ placed }: { placed: readonly PlacedPost[] }) {
  const dots = placed.flatMap(({ post, others }) => [post, ...others])
  const visible = dots.length > MAX_DOTS ? dots.slice(0, MAX_DOTS - 1) : dots
  return (
    <span className={styles.dots} aria-hidden="true">
      {visible.map((post) => (
        <span key={post.id} className={styles.dot} data-platform={post.platform} data-outline={outlineOf(post) ?? undefined} />
      ))}
      {visible.length < dots.length && `+${dots.length - visible.length}`}
    </span>
  )
}

/** Arrows, Home and End move between days, Page Up and Page Down between months. */
function handleDayKeys(event: KeyboardEvent, day: Day, select: (day: Day) => void): void {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
  const months = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
  const days = daysOfKey(event.key, new Date(`${day}T00:00Z`).getUTCDay(), 7)
  if (months === 0 && days === null) return
  event.preventDefault()
  select(months === 0 ? dayAfter(day, days ?? 0) : inMonth(day, monthAfter(monthOf(day), months)))
}
