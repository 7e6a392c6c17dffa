import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { ReactNode } from 'react'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './accounts.module.css'
import { SandboxLine } from './connection-page.tsx'
import type { PlatformAccounts } from './use-accounts.ts'

export interface PlatformCardProps {
  id: string
  title: string
  platformAccounts: PlatformAccounts
  /** Says what connecting is for, while there is no account. */
  empty: string
  action: ReactNode
  above?: ReactNode
  hint?: ReactNode
  children: ReactNode
}

export function PlatformCard({ id, title, platformAccounts, empty, action, above, hint, children }: PlatformCardProps) {
  const { loading, failed, state } = platformAccounts
  const count = platformAccounts.accounts.length
  const label = state && PLATFORMS[state.platform].label
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.name}>
          {title}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </h3>
        {action}
      </header>
      {above}
      {failed && <Notice kind="bad">Failed to load user data</Notice>}
      {loading && <Skeleton height={48} radius="10px" />}
      {!loading && !failed && count === 0 && <p className={styles.hint}>{empty}</p>}
      {count > 0 ? <ul className={styles.accounts}>{children}</ul> : children}
      {hint && <p className={styles.hint}>{hint}</p>}
      {state?.ready === false && (
        <Notice kind="warn">
          Setup required: {label} is not set up here yet. Ask the operator to add its client key, or enter your own below.
        </Notice>
      )}
      {state?.ready &&
        state.hints.map((text) => (
          <Notice key={text} kind="info">
            {text}
          </Notice>
        ))}
      {state?.sandbox && label && <SandboxLine platform={label} />}
    </section>
  )
}
