import { useState } from 'react'
import styles from './hex-field.module.css'
import { parseHex } from './parse-hex.ts'

export interface HexFieldProps {
  /** Names the color for screen readers. */
  label: string
  value: string
  onChoose(hex: string): void
}

/** A color's hex value, to type or paste. Leaving the field with anything else keeps the color. */
export function HexField({ label, value, onChoose }: HexFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const commit = (): void => {
    const hex = parseHex(shown)
    if (hex !== null && hex !== value) onChoose(hex)
    setTyped(null)
  }
  return (
    <label className={styles.field}>
      <span>Hex</span>
      <input
        aria-label={`${label}: hex`}
        value={shown}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={parseHex(shown) === null || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Within a form, Enter confirms the color instead of saving everything.
            event.preventDefault()
            commit()
          }
          if (event.key === 'Escape') setTyped(null)
        }}
      />
    </label>
  )
}
