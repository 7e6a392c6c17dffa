import { licenceName } from '@ninesixteen/shared/stock/credit'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import type { ReactNode } from 'react'
import styles from './credit-line.module.css'

/** Title, author, licence and service of a found photo or sound. */
export function CreditLine({ credit }: { credit: Credit }) {
  const { label, homepage } = STOCK_SERVICES[credit.service]
  return (
    <p className={styles.line}>
      <CreditLink href={credit.pageUrl}>{credit.title || (credit.kind === 'sound' ? 'Track' : 'Photo')}</CreditLink>
      {credit.author && (
        <> by {credit.authorUrl ? <CreditLink href={credit.authorUrl}>{credit.author}</CreditLink> : credit.author}</>
      )},{' '}
      {credit.licenceUrl ? <CreditLink href={credit.licenceUrl}>{licenceName(credit)}</CreditLink> : licenceName(credit)}, from{' '}
      <CreditLink href={homepage}>{label}</CreditLink>
    </p>
  )
}

function CreditLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
