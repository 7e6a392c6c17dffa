import { dayAfter } from '@ninesixteen/shared/time/wall-clock'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import type { View } from './address.ts'
import styles from './calendar-head.module.css'
import { inMonth, longDayText, monthAfter, monthOf, monthText, weekText, type Day } from './days.ts'
import { ViewSwitch } from './view-switch.tsx'

export type Span = Exclude<View, 'list'>

const SPANS: readonly { value: Span; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
]
const STEP_DAYS = { week: 7, day: 1 }

export interface CalendarHeadProps {
  span: Span
  day: Day
  today: Day
  onDay(day: Day): void
  onSpan(span: Span): void
}

function textOf(span: Span, day: Day): string {
  return { month: monthText(monthOf(day)), week: weekText(day), day: longDayText(day) }[span]
}

function dayFrom(span: Span, day: Day, steps: 1 | -1): Day {
  if (span === 'month') return inMonth(day, monthAfter(monthOf(day), steps))
  return dayAfter(day, steps * STEP_DAYS[span])
}

/** The shown days, with navigation. */
export function CalendarHead({ span, day, today, onDay, onSpan }: CalendarHeadProps) {
  return (
    <header className={styles.head}>
      <h2 className={styles.title} aria-live="polite">
        {textOf(span, day)}
      </h2>
      <div className={styles.steps}>
        <IconButton label={`Previous ${span}`} icon={<ChevronLeft />} data-turn onClick={() => onDay(dayFrom(span, day, -1))} />
        <Button size="small" variant="ghost" onClick={() => onDay(today)}>
          Today
        </Button>
        <IconButton label={`Next ${span}`} icon={<ChevronRight />} data-turn onClick={() => onDay(dayFrom(span, day, 1))} />
      </div>
      <div className={styles.spans}>
        <ViewSwitch label="Days shown" value={span} options={SPANS} onChange={onSpan} />
      </div>
    </header>
  )
}
