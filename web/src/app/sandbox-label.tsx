import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../components/class-names.ts'
import { usePublicConfig } from './public-config.ts'
import styles from './sandbox-label.module.css'

export interface SandboxLabelProps {
  className?: string
  /** Replaces the text, for pages without AI. */
  children?: string
  /** A link at the end. */
  action?: ReactNode
}

/** Shown while this server has no AI provider. */
export function SandboxLabel({ className, children = 'Sandbox: answers are composed locally', action }: SandboxLabelProps) {
  if (!usePublicConfig().sandbox.ai) return null
  return (
    <p className={classNames(styles.label, className)}>
      <FlaskConical aria-hidden="true" />
      {children}
      {action}
    </p>
  )
}
