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
  /** Element focused on opening, or `field` for the first one to type into; by default the first that can be. */
  initialFocus?: RefObject<HTMLElement | null> | 'field'
  /** False keeps it open on a click outside: for forms with work in them. */
  closeOnOutsideClick?: boolean
}
