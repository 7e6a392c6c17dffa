import { useId } from 'react'
import styles from './weekday-choice.module.css'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export interface WeekdayChoiceProps {
  label: string
  /** 0 is Sunday. */
  days: readonly number[]
  onChange(days: number[]): void
}

export function WeekdayChoice({ label, days, onChange }: WeekdayChoiceProps) {
  const id = useId()
  const toggle = (day: number) => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted())
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {DAYS.map((name, day) => (
          <label key={name} className={styles.day}>
            <input
              type="checkbox"
              id={`${id}-${day}`}
              className={styles.box}
              aria-label={name}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden="true">{name.slice(0, 2)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
