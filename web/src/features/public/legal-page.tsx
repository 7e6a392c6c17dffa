import type { ReactNode } from 'react'
import styles from './legal-page.module.css'

export interface LegalPageProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** A page with one column of text. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </article>
  )
}

/** A contact address of the operator, or `otherwise` if none is set. */
export function Mailbox({ address, otherwise }: { address: string | null; otherwise: string }) {
  if (address === null) return otherwise
  return <a href={`mailto:${address}`}>{address}</a>
}
