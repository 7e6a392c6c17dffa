import type { WeeklyTime } from '@ninesixteen/shared/time/posting-times'
import { X } from 'lucide-react'
import styles from './slots.module.css'
import { clockText } from './weekly-times.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export interface WeekTimesProps {
  times: readonly WeeklyTime[]
  onRemove(time: WeeklyTime): void
}

/** The times by weekday, with buttons to remove them. */
export function WeekTimes({ times, onRemove }: WeekTimesProps) {
  return (
    <ul className={styles.week} aria-label="Times of the week">
      {DAYS.map((name, weekday) => {
        const own = times.filter((one) => one.weekday === weekday)
        return (
          <li key={name} className={styles.day}>
            <span className={styles.dayName}>{name}</span>
            {own.length === 0 ? (
              <span className={styles.none}>None</span>
            ) : (
              <span className={styles.times}>
                {own.map((one) => (
                  <button
                    key={one.time}
                    type="button"
                    className={styles.time}
                    aria-label={`Remove ${name} at ${clockText(one.time)}`}
                    onClick={() => onRemove(one)}
                  >
                    {clockText(one.time)}
                    <X aria-hidden="true" />
                  </button>
                ))}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
