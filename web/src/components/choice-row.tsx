import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './choice-row.module.css'

export interface Choice<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  disabled?: boolean
}

export interface ChoiceRowProps<T extends string> {
  label: string
  hideLabel?: boolean
  value: T
  options: readonly Choice<T>[]
  onChange(value: T): void
  hint?: ReactNode
  disabled?: boolean
}

/** Radio buttons side by side. */
export function ChoiceRow<T extends string>({ label, hideLabel, value, options, onChange, hint, disabled }: ChoiceRowProps<T>) {
  const id = useId()
  return (
    <fieldset className={styles.field} aria-describedby={hint ? `${id}-hint` : undefined} disabled={disabled}>
      <legend className={hideLabel ? 'visually-hidden' : styles.label}>{label}</legend>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={classNames(styles.choice, option.icon !== undefined && styles.drawn)}>
            <input
              type="radio"
              name={id}
              value={option.value}
              className={styles.radio}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
