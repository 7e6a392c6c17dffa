import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ColorChooser, type Palette } from './color-chooser.tsx'
import styles from './color-chooser.module.css'

export interface ColorField {
  id: string
  label: string
  /** The user's choice; null for the default. */
  value: string | null
  /** The color that is drawn; null for none. */
  drawn: string | null
  isMixed?: boolean
  /** Name of the default, which the user can go back to; absent for a color that is always set. */
  fallback?: string
}

export interface ColorRowsProps {
  fields: readonly ColorField[]
  palettes: readonly Palette[]
  onChange(id: string, hex: string | null): void
  onEnd(): void
}

/** Colors as rows; each opens its chooser, one at a time. */
export function ColorRows({ fields, palettes, onChange, onEnd }: ColorRowsProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const prefix = useId()
  return (
    <div className={styles.rows}>
      {fields.map((field) => {
        const { id, label, value, drawn, isMixed = false, fallback } = field
        const isOpen = opened === id
        return (
          <div key={id}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={isOpen}
              aria-controls={`${prefix}-${id}`}
              onClick={() => setOpened(isOpen ? null : id)}
            >
              <span className={styles.dot} data-none={drawn === null || undefined} style={{ backgroundColor: drawn ?? 'transparent' }} />
              {label}
              <span className={styles.value}>{isMixed ? 'Mixed' : (value ?? fallback)}</span>
              <ChevronRight aria-hidden="true" />
            </button>
            <div id={`${prefix}-${id}`} hidden={!isOpen} className={styles.opened}>
              {isOpen && fallback !== undefined && (
                <Button size="small" wide aria-pressed={value === null && !isMixed} onClick={() => onChange(id, null)}>
                  {fallback}
                </Button>
              )}
              {isOpen && (
                <ColorChooser
                  label={label}
                  value={(drawn ?? '#ffffff').toLowerCase()}
                  palettes={palettes}
                  onChange={(hex) => onChange(id, hex)}
                  onEnd={onEnd}
                />
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}
