import { zoneChoice } from '@ninesixteen/shared/time/zones'
import { ChevronsUpDown, Globe } from 'lucide-react'
import { lazy, Suspense, useId, useState, type KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import { loadPart } from './load-part.ts'
import selectStyles from './select.module.css'
import { typedKey } from './typed-key.ts'
import { zoneLabel } from './zone-label.ts'
import type { ZoneSelectProps } from './zone-select-props.ts'
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

/** One of four hundred time zones, searched by city, name or offset. Until it is first asked for there is only its button. */
export function ZoneSelect({ className, ...props }: ZoneSelectProps) {
  /** What was typed to open it; null while it was not asked for. */
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
