import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `pictures` draws landscape-like ghosts, `slides` upright ones with lines of text, `days` a page of a calendar. */
  ghost?: 'slides' | 'pictures' | 'days' | 'none'
  /** Heading level in the page's outline. */
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

/** Where nothing is yet: three ghosts of what will be, one sentence, one button. */
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
