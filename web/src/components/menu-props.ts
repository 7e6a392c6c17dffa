import type { ReactElement, ReactNode } from 'react'

export interface MenuProps {
  /** The button that opens it: one element that takes a ref and passes its props on. */
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** Called when somebody is about to open it: time to load what it holds. It opens when that is there. */
  onPreload?(): Promise<unknown>
}

export interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange(value: T): void
}

export interface MenuItemLook {
  icon?: ReactNode
  /** Second line, quieter. */
  detail?: ReactNode
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}
