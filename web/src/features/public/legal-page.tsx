import type { ReactNode } from 'react'
import styles from './legal-page.module.css'

export interface LegalPageProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** A page to read: one column of text. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  )
}
