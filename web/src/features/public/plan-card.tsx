import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './pricing.module.css'

/** The one plan there is. */
export const PRO_PLAN = {
  tierName: 'Pro',
  price: '$20.00',
  priceSuffix: 'per month',
  description: 'Everything the studio does, without limits on slideshows.',
  features: ['Unlimited AI slideshows', 'Publish directly to Tiktok & Instagram', 'Priority support', 'Custom branding', 'Schedule Videos'],
} as const

export function PlanCard({ children }: { children: ReactNode }) {
  const { tierName, price, priceSuffix, description, features } = PRO_PLAN
  return (
    <section className={styles.card} aria-labelledby="plan-name">
      <h2 id="plan-name" className={styles.tier}>
        {tierName}
      </h2>
      <p className={styles.price}>
        <strong>{price}</strong> {priceSuffix}
      </p>
      <p className={styles.description}>{description}</p>
      <ul className={styles.features}>
        {features.map((text) => (
          <li key={text}>
            <Check aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
