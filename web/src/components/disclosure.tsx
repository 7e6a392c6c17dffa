import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import styles from './disclosure.module.css'
import { useWasOpened } from './load-part.tsx'

export interface DisclosureProps {
  label: string
  children: ReactNode
  /** The values inside, shown next to the label while closed. */
  summary?: string
  /** The content is created when it is first shown. */
  lazy?: boolean
}

export function Disclosure({ label, summary, lazy = false, children }: DisclosureProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const wasOpened = useWasOpened(open)
  return (
    <div className={styles.root}>
      <button type="button" className={styles.trigger} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden="true" className={styles.chevron} />
        {label}
        {summary && !open && <span className={styles.summary}>{summary}</span>}
      </button>
      <div id={id} className={styles.panel} hidden={!open}>
        {(wasOpened || !lazy) && children}
      </div>
    </div>
  )
}
