import { FlaskConical } from 'lucide-react'
import { classNames } from '../components/class-names.ts'
import { usePublicConfig } from './public-config.ts'
import styles from './sandbox-label.module.css'

/** Says plainly that no AI provider is behind the answers, while that is so. */
export function SandboxLabel({ className }: { className?: string }) {
  if (!usePublicConfig().sandbox.ai) return null
  return (
    <p className={classNames(styles.label, className)}>
      <FlaskConical aria-hidden="true" />
      Sandbox: answers are composed locally
    </p>
  )
}
