import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './pricing.module.css'

/** The one plan there is. Features that this version does not have yet are marked as such. */
export const PRO_PLAN = {
  tierName: 'Pro',
  price: '$20.00',
  priceSuffix: 'per month',
  description: 'Everything the studio does, without limits on slideshows.',
  features: [
    { text: 'Unlimited AI slideshows', later: false },
    { text: 'Publish directly to Tiktok & Instagram', later: true },
    { text: 'Priority support', later: true },
    { text: 'Custom branding', later: false },
    { text: 'Schedule Videos', later: true },
  ],
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
        {features.map(({ text, later }) => (
          <li key={text}>
            <Check aria-hidden="true" />
            {text}
            {later && <span className={styles.later}>coming</span>}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
