import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePublicConfig } from '../../app/public-config.ts'
import { priceText } from '../../app/price-text.ts'
import styles from './pricing.module.css'

/** The only plan. The price is an instance setting; the default is $20.00. */
const PRO_PLAN = {
  tierName: 'Pro',
  priceSuffix: 'per month',
  description: 'Everything the studio does, without limits on slideshows.',
} as const

/** Features of Pro; planned ones are marked as coming. */
const FEATURES: readonly { text: string; coming?: string; needsSupport?: true }[] = [
  { text: 'Unlimited AI slideshows' },
  { text: 'Publish directly to Tiktok & Instagram' },
  { text: 'Priority support', needsSupport: true },
  { text: 'Custom branding', coming: 'coming' },
  { text: 'Schedule Videos' },
]

export function PlanCard({ children }: { children: ReactNode }) {
  const { tierName, priceSuffix, description } = PRO_PLAN
  const { billing, price, contact } = usePublicConfig()
  const features = FEATURES.filter(({ needsSupport }) => !needsSupport || contact.support)
  return (
    <section className={styles.card} aria-labelledby="plan-name">
      <h2 id="plan-name" className={styles.tier}>
        {tierName}
      </h2>
      <p className={styles.price}>
        {billing === 'off' ? (
          <>
            <strong>Free</strong> on this server
          </>
        ) : (
          <>
            <strong>{priceText(price)}</strong> {priceSuffix}
          </>
        )}
      </p>
      <p className={styles.description}>{description}</p>
      <ul className={styles.features}>
        {features.map(({ text, coming }) => (
          <li key={text}>
            <Check aria-hidden="true" />
            <span>
              {text} {coming && <span className={styles.coming}>{coming}</span>}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
