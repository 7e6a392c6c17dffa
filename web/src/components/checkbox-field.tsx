import { useId, type ReactNode } from 'react'
import styles from './checkbox-field.module.css'

export interface CheckboxFieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  checked: boolean
  onChange(checked: boolean): void
  disabled?: boolean
}

/** For consent and options: the box first, then its label. */
export function CheckboxField({ label, hint, error, checked, onChange, disabled }: CheckboxFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles.words}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
