import type { ReactNode } from 'react'
import styles from './entry-list.module.css'

export function EntryList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export interface EntryProps {
  icon: ReactNode
  name: string
  /** Lines below the name. */
  facts: readonly ReactNode[]
  /** Buttons at the end. */
  children?: ReactNode
}

/** An entry of an EntryList, such as a session, a passkey or an API key. */
export function Entry({ icon, name, facts, children }: EntryProps) {
  return (
    <li className={styles.entry}>
      {icon}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {facts.map((fact, index) => (
          <span key={index} className={styles.facts}>
            {fact}
          </span>
        ))}
      </span>
      {children}
    </li>
  )
}
