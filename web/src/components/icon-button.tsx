import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  /** Replaces the label in the tooltip, for example to say why the button is disabled. */
  hint?: string | undefined
  /** Shown in the tooltip: `⌘Z`. */
  shortcut?: string
  icon: ReactNode
  size?: 'small' | 'medium' | 'large'
  variant?: 'ghost' | 'raised' | 'danger'
  /** For toggles: sets aria-pressed. */
  pressed?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { label, hint, shortcut, icon, size = 'medium', variant = 'ghost', pressed, className, ...rest } = props
  return (
    <Tooltip label={hint ?? label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(styles.button, styles[size], styles[variant], className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
