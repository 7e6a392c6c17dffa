import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title: ReactNode
  /** Id of the heading, which names the region. */
  id: string
  actions?: ReactNode
  children: ReactNode
  className?: string
}

/** A titled region of a page, without a border unless the page adds one. */
export function Panel({ title, id, actions, children, className }: PanelProps) {
  return (
    <section aria-labelledby={id} className={classNames(styles.panel, className)}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** Says in a sentence or two what a panel is for. */
export function PanelText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>
}
