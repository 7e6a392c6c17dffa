import { FlaskConical } from 'lucide-react'
import { classNames } from '../components/class-names.ts'
import { usePublicConfig } from './public-config.ts'
import styles from './sandbox-label.module.css'

export interface SandboxLabelProps {
  className?: string
  /** Where nothing is written by AI, the label says what is missing instead. */
  children?: string
}

/** Says plainly that this server has no AI provider, while that is so. */
export function SandboxLabel({ className, children = 'Sandbox: answers are composed locally' }: SandboxLabelProps) {
  if (!usePublicConfig().sandbox.ai) return null
  return (
    <p className={classNames(styles.label, className)}>
      <FlaskConical aria-hidden="true" />
      {children}
    </p>
  )
}
