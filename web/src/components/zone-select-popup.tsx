import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { searchZones } from '@ninesixteen/shared/time/zone-search'
import { zoneChoice, zoneChoices, type ZoneChoice } from '@ninesixteen/shared/time/zones'
import { Check, ChevronsUpDown, Globe, Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { usePopupContainer } from './popup-context.ts'
import selectStyles from './select.module.css'
import { typedKey, zoneLabel } from './zone-select-text.ts'
import styles from './zone-select.module.css'

export interface ZoneSelectProps {
  /** Accessible name; shown above unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  zone: string
  onChange(zone: string): void
  /** The moment whose offsets are shown; now when absent. */
  at?: Date | undefined
  className?: string
}

/** The chosen zone first, then all others by city. */
function inOrder(chosen: ZoneChoice, at: Date | undefined): ZoneChoice[] {
  const others = zoneChoices(at).filter(({ id }) => id !== chosen.id)
  return [chosen, ...others.toSorted((one, other) => one.city.localeCompare(other.city, 'en'))]
}

/** The trigger with its list, mounted open; `zone-select.tsx` loads it when the user is about to open it. `typed` is the first query. */
export function OpenZoneSelect({ label, hideLabel = false, zone, onChange, at, typed }: ZoneSelectProps & { typed: string }) {
  const container = usePopupContainer()
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const [query, setQuery] = useState(typed)
  const chosen = useMemo(() => zoneChoice(zone, at), [zone, at])
  const choices = useMemo(() => inOrder(chosen, at), [chosen, at])
  const matches = useMemo(() => searchZones(choices, query), [choices, query])
  return (
    <Combobox.Root<ZoneChoice>
      open={open}
      onOpenChange={(next) => setOpen(next)}
      items={choices}
      filteredItems={matches}
      inputValue={query}
      onInputValueChange={setQuery}
      value={chosen}
      onValueChange={(next) => next && onChange(next.id)}
      itemToStringLabel={zoneLabel}
      isItemEqualToValue={(one, other) => one.id === other.id}
      autoHighlight
    >
      <Combobox.Label className={hideLabel ? 'visually-hidden' : selectStyles.label}>{label}</Combobox.Label>
      <Combobox.Trigger
        ref={trigger}
        className={classNames(selectStyles.trigger, styles.trigger)}
        onKeyDown={(event) => {
          // A space typed before the list has focus belongs to the query.
          const key = typedKey(event) ?? (open && event.key === ' ' ? ' ' : null)
          if (key === null) return
          // By default, the trigger would choose the first zone that starts with this letter.
          event.preventDefault()
          event.preventBaseUIHandler()
          setQuery((before) => (open ? before + key : key))
          setOpen(true)
        }}
      >
        <span className={selectStyles.icon}>
          <Globe aria-hidden="true" />
        </span>
        <span className={selectStyles.value}>{zoneLabel(chosen)}</span>
        <Combobox.Icon className={selectStyles.chevron}>
          <ChevronsUpDown aria-hidden="true" />
        </Combobox.Icon>
      </Combobox.Trigger>
      <Combobox.Portal container={container}>
        <Combobox.Positioner className={selectStyles.positioner} align="start" sideOffset={6} collisionPadding={8}>
          <CSPProvider disableStyleElements>
            <Combobox.Popup className={classNames(selectStyles.popup, styles.popup)} aria-label={label} finalFocus={trigger}>
              <div className={styles.search}>
                <Search aria-hidden="true" />
                <Combobox.Input className={styles.input} aria-label="Search time zones" placeholder="City or offset" />
              </div>
              <Combobox.Empty className={styles.none}>
                {matches.length === 0 && 'No time zone found. Try a city or an offset.'}
              </Combobox.Empty>
              <Combobox.List className={classNames(selectStyles.list, styles.list)}>
                {(choice: ZoneChoice) => (
                  <Combobox.Item key={choice.id} value={choice} className={selectStyles.item}>
                    <span className={selectStyles.words}>{choice.city}</span>
                    {choice.id !== 'UTC' && <span className={styles.offset}>{choice.offsetText}</span>}
                    <Combobox.ItemIndicator className={selectStyles.check}>
                      <Check aria-hidden="true" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </CSPProvider>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
