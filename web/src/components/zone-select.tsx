import { zoneChoice, zoneChoices } from '@ninesixteen/shared/time/zones'
import { Globe } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './zone-select.module.css'

export interface ZoneSelectProps {
  /** Accessible name; shown above unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  zone: string
  onChange(zone: string): void
  /** The moment whose offsets are shown; now when absent. */
  at?: Date
  className?: string
}

/** The browser's own list: four hundred cities are found by typing, on phones too. They are worked out when somebody comes near. */
export function ZoneSelect({ label, hideLabel, zone, onChange, at, className }: ZoneSelectProps) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const chosen = useMemo(() => zoneChoice(zone, at), [zone, at])
  const choices = useMemo(() => {
    if (!isNear) return [chosen]
    const all = zoneChoices(at).toSorted((one, other) => one.city.localeCompare(other.city, 'en'))
    return all.some((choice) => choice.id === zone) ? all : [chosen, ...all]
  }, [isNear, chosen, at, zone])
  const near = () => setNear(true)
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        <Globe aria-hidden="true" />
        <select
          id={id}
          value={zone}
          onChange={(event) => onChange(event.target.value)}
          onFocus={near}
          onPointerEnter={near}
          onPointerDown={near}
        >
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.id === 'UTC' ? 'UTC' : `${choice.city} (${choice.offsetText})`}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
