import type { ReactNode } from 'react'
import styles from './view-switch.module.css'

export interface ViewSwitchProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange(value: T): void
}

/** A group of toggle buttons that choose the view. */
export function ViewSwitch<T extends string>({ label, value, options, onChange }: ViewSwitchProps<T>) {
  return (
    <div className={styles.switch} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
