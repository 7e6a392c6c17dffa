import type { ReactNode, RefObject } from 'react'

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** Element focused on opening, or `field` for the first text input; by default the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null> | 'field'
  /** False for forms: a click outside must not discard what the user typed. */
  closeOnOutsideClick?: boolean
}
