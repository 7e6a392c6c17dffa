import { settleWall, wallOf } from '@ninesixteen/shared/time/wall-clock'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import { shownTime } from '@ninesixteen/shared/time/shown-times'
import { TextField } from '../../../components/field.tsx'
import { zoneChoice } from '@ninesixteen/shared/time/zones'
import styles from './post-details.module.css'

/** The entered wall time, possibly incomplete. */
export interface TypedTime {
  day: string
  time: string
}

/** The post's time, or five minutes from now. */
export function typedTime(time: string | null, zone: string): TypedTime {
  const wall = wallOf(time === null ? new Date(Date.now() + 5 * 60_000) : new Date(time), zone)
  return { day: wall.slice(0, 10), time: wall.slice(11) }
}

/** Null for an incomplete time. */
export function settledTime({ day, time }: TypedTime, zone: string): ReturnType<typeof settleWall> | null {
  const wall = `${day}T${time}`
  return isWallTime(wall) ? settleWall(wall, zone) : null
}

export interface TimeFieldsProps {
  typed: TypedTime
  onChange(typed: TypedTime): void
  zone: string
  error: string | null
}

export function TimeFields({ typed, onChange, zone, error }: TimeFieldsProps) {
  const settled = settledTime(typed, zone)
  return (
    <div>
      <div className={styles.times}>
        <TextField
          label="Date"
          type="date"
          value={typed.day}
          error={typed.day === '' ? error : null}
          onChange={({ target }) => onChange({ ...typed, day: target.value })}
        />
        <TextField
          label="Time"
          type="time"
          value={typed.time}
          error={typed.day === '' ? null : error}
          onChange={({ target }) => onChange({ ...typed, time: target.value })}
        />
      </div>
      <p className={styles.quiet}>{zoneText(settled, zone)}</p>
    </div>
  )
}

function zoneText(settled: ReturnType<typeof settledTime>, zone: string): string {
  const { city, offsetText } = zoneChoice(zone, settled?.at)
  const where = zone === 'UTC' ? 'UTC' : `${city} time, ${offsetText}`
  if (settled?.kind === 'never') return `${where}. The clocks go forward then, so we post at ${shownTime(settled.at, zone)}.`
  if (settled?.kind === 'twice') return `${where}. This time happens twice that day. We post the first time.`
  return where
}
