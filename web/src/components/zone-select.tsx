import { zoneChoice } from '@ninesixteen/shared/time/zones'
import { ChevronsUpDown, Globe } from 'lucide-react'
import { lazy, Suspense, useId, useState, type KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import { loadPart } from './load-part.tsx'
import selectStyles from './select.module.css'
import type { ZoneSelectProps } from './zone-select-popup.tsx'
import { typedKey, zoneLabel } from './zone-select-text.ts'
import styles from './zone-select.module.css'

const load = () => loadPart(() => import('./zone-select-popup.tsx'))
const OpenZoneSelect = lazy(async () => ({ default: (await load()).OpenZoneSelect }))

function ClosedZoneSelect({ label, hideLabel, zone, at, onOpen }: ZoneSelectProps & { onOpen(typed: string): void }) {
  const id = useId()
  const open = (event: KeyboardEvent) => {
    const typed = typedKey(event)
    if (typed === null && !['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
    event.preventDefault()
    onOpen(event.key === ' ' ? ' ' : (typed ?? ''))
  }
  return (
    <>
      <span id={`${id}-label`} className={hideLabel ? 'visually-hidden' : selectStyles.label}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={false}
        aria-controls={`${id}-list`}
        aria-labelledby={`${id}-label`}
        className={classNames(selectStyles.trigger, styles.trigger)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => onOpen('')}
        onKeyDown={open}
      >
        <span className={selectStyles.icon}>
          <Globe aria-hidden="true" />
        </span>
        <span className={selectStyles.value}>{zoneLabel(zoneChoice(zone, at))}</span>
        <span className={selectStyles.chevron}>
          <ChevronsUpDown aria-hidden="true" />
        </span>
      </button>
    </>
  )
}

/** Chooses one of 400 time zones, searched by city, name or offset. Only its button exists until the user opens it. */
export function ZoneSelect({ className, ...props }: ZoneSelectProps) {
  /** The text that opened it; null until then. */
  const [typed, setTyped] = useState<string | null>(null)
  const closed = <ClosedZoneSelect {...props} onOpen={(key) => setTyped((before) => ((before ?? '') + key).trimStart())} />
  return (
    <div className={classNames(selectStyles.field, styles.field, className)}>
      {typed === null ? (
        closed
      ) : (
        <Suspense fallback={closed}>
          <OpenZoneSelect {...props} typed={typed} />
        </Suspense>
      )}
    </div>
  )
}
