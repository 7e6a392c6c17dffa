import { Combobox } from '@base-ui/react/combobox'
import { zoneChoice, zoneChoices, type ZoneChoice } from '@ninesixteen/shared/time/zones'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { usePopupContainer } from './popup-container.ts'
import select from './select.module.css'
import styles from './zone-field.module.css'

export interface ZoneFieldProps {
  label: string
  /** IANA name. */
  value: string
  onChange(zone: string): void
  hint?: ReactNode
  disabled?: boolean
}

const labelOf = ({ city, offsetText }: ZoneChoice) => `${city} (${offsetText})`

/** Found by its city, by its whole name, or by what it is ahead of UTC. */
function isMeant(zone: ZoneChoice, typed: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_/\s]+/g, ' ')
  return [zone.id, labelOf(zone)].some((text) => plain(text).includes(plain(typed.trim())))
}

/** A time zone of all there are: typed or looked up, with what its clocks are ahead of UTC now. */
export function ZoneField({ label, value, onChange, hint, disabled = false }: ZoneFieldProps) {
  const container = usePopupContainer()
  const chosen = zoneChoice(value)
  // Some hundred clocks are looked at, once they are asked for.
  const [all, setAll] = useState<ZoneChoice[] | null>(null)
  return (
    <Combobox.Root
      items={all ?? [chosen]}
      value={chosen}
      onValueChange={(zone) => zone && onChange(zone.id)}
      itemToStringLabel={labelOf}
      isItemEqualToValue={(one, other) => one.id === other.id}
      filter={isMeant}
      onOpenChange={(open) => open && setAll((known) => known ?? zoneChoices())}
      disabled={disabled}
      autoHighlight
    >
      <div className={select.field}>
        <Combobox.Label className={select.label}>{label}</Combobox.Label>
        <Combobox.InputGroup className={styles.group}>
          <Combobox.Input className={styles.input} spellCheck={false} onFocus={(event) => event.currentTarget.select()} />
          <Combobox.Trigger className={styles.trigger} aria-label={`All choices of: ${label}`}>
            <ChevronsUpDown aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        {hint && <p className={select.hint}>{hint}</p>}
      </div>
      <Combobox.Portal container={container}>
        <Combobox.Positioner className={select.positioner} align="start" sideOffset={6} collisionPadding={8}>
          <Combobox.Popup className={select.popup}>
            <Combobox.Empty className={styles.empty}>No time zone is called so</Combobox.Empty>
            <Combobox.List className={select.list}>
              {(zone: ZoneChoice) => (
                <Combobox.Item key={zone.id} value={zone} className={select.item}>
                  <span className={select.words}>
                    {zone.city}
                    <span className={select.detail}>{zone.id}</span>
                  </span>
                  <span className={styles.offset}>{zone.offsetText}</span>
                  <Combobox.ItemIndicator className={select.check}>
                    <Check aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
