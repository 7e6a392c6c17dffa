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
  /** Of none of the options while nothing is chosen. */
  value: T | ''
  /** Shown while nothing is chosen. */
  placeholder?: string
  error?: string | null
  options: readonly SelectOption<T>[]
  onChange(value: T): void
  disabled?: boolean
  hint?: ReactNode
  size?: 'small' | 'medium'
}

export interface OpenSelectProps<T extends string> extends SelectProps<T> {
  /** Where the error stands; undefined when there is none. */
  errorId: string | undefined
}
