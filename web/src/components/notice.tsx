import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './notice.module.css'

export type NoticeKind = 'info' | 'ok' | 'warn' | 'bad'

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

export interface NoticeProps {
  kind: NoticeKind
  children: ReactNode
  /** One button or link at the end. */
  action?: ReactNode
  /** Adds a button that tries again. */
  onRetry?: (() => unknown) | undefined
}

/** An inline message next to what it is about: never color alone, always an icon and text. */
export function Notice({ kind, children, action, onRetry }: NoticeProps) {
  const Icon = icons[kind]
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>{children}</div>
      {action}
      {onRetry && (
        <Button size="small" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}
