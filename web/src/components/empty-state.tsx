import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Placeholder shapes: landscapes, upright slides with lines of text, or a calendar page. */
  ghost?: 'slides' | 'pictures' | 'days' | 'none'
  level?: 1 | 2 | 3
}

function Ghosts({ kind }: { kind: 'slides' | 'pictures' | 'days' }) {
  return (
    <div className={styles.ghosts} data-kind={kind} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}

/** Shown in place of an empty list: placeholder shapes, one sentence, one button. */
export function EmptyState({ title, children, action, ghost = 'slides', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      {ghost !== 'none' && <Ghosts kind={ghost} />}
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
