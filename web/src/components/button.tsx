import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

interface ButtonLook {
  /** `primary` for the one main action of a screen. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  wide?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and disables the button; the label should name the work. */
  busy?: boolean
}

function lookOf({ variant = 'secondary', size = 'medium', wide }: ButtonLook, extra?: string): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, extra)
}

export function Button({ variant, size, icon, wide, busy = false, className, disabled, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={lookOf({ variant, size, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.busy} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button: for navigation, never for actions. */
export function ButtonLink({ variant, size, icon, wide, className, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={lookOf({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}
