import { PlanOffer } from '../features/billing/plan-offer.tsx'
import { PlanCard } from '../features/public/plan-card.tsx'
import styles from '../features/public/pricing.module.css'
import { PricingQuestions } from '../features/public/pricing-questions.tsx'

export function PricingPage() {
  return (
    <>
      <header className={styles.head}>
        <h1>One plan</h1>
        <p>Pro opens the studio, the photo library, the scheduler and the settings.</p>
      </header>
      <PlanCard>
        <PlanOffer />
      </PlanCard>
      <PricingQuestions />
    </>
  )
}
