import { FlaskConical } from 'lucide-react'
import { classNames } from '../components/class-names.ts'
import styles from './sandbox-label.module.css'
import { usePublicConfig } from './session.ts'

/** Says plainly that no AI provider is behind the answers, while that is so. */
export function SandboxLabel({ className }: { className?: string }) {
  const config = usePublicConfig()
  if (!config?.sandbox.ai) return null
  return (
    <p className={classNames(styles.label, className)}>
      <FlaskConical aria-hidden="true" />
      Sandbox: answers are composed locally
    </p>
  )
}
