import type { ReactNode } from 'react'

export interface SelectOption<T extends string> {
  value: T
  label: string
  /** Second line inside the list. */
  detail?: string
  icon?: ReactNode
  disabled?: boolean
}

export interface SelectProps<T extends string> {
  /** Accessible name; shown above unless `hideLabel`. */
  label: string
  hideLabel?: boolean
  value: T
  options: readonly SelectOption<T>[]
  onChange(value: T): void
  disabled?: boolean
  hint?: ReactNode
  size?: 'small' | 'medium'
}
