import { Collapsible as Base } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

export interface DisclosureProps {
  label: string
  children: ReactNode
  /** Shown beside the label while closed: what is set inside. */
  summary?: string
}

export function Disclosure({ label, summary, children }: DisclosureProps) {
  return (
    <Base.Root className={styles.root}>
      <Base.Trigger className={styles.trigger}>
        <ChevronRight aria-hidden="true" className={styles.chevron} />
        {label}
        {summary && <span className={styles.summary}>{summary}</span>}
      </Base.Trigger>
      <Base.Panel className={styles.panel}>
        <div className={styles.inner}>{children}</div>
      </Base.Panel>
    </Base.Root>
  )
}
