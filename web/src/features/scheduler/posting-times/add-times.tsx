import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { WeekdayChoice } from '../../../components/weekday-choice.tsx'
import styles from './slots.module.css'

export interface AddTimesProps {
  disabled: boolean
  onAdd(days: number[], time: string): void
}

/** Adds a time on one or more weekdays. */
export function AddTimes({ disabled, onAdd }: AddTimesProps) {
  const [days, setDays] = useState<number[]>([1, 2, 3, 4, 5])
  const [time, setTime] = useState('09:00')
  const isWhole = days.length > 0 && time !== ''
  return (
    <div className={styles.add}>
      <WeekdayChoice label="Days" days={days} onChange={setDays} />
      <div className={styles.addTime}>
        <TextField label="Time" type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        <Button icon={<Plus />} disabled={disabled || !isWhole} onClick={() => onAdd(days, time)}>
          Add
        </Button>
      </div>
    </div>
  )
}
