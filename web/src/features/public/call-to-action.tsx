import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import styles from './home.module.css'

export function CallToAction() {
  return (
    <section className={styles.final} aria-labelledby="final-title">
      <h2 id="final-title" className={styles.sectionTitle}>
        The first one takes a minute
      </h2>
      <div className={styles.finalCalls}>
        <ButtonLink to={paths.studio} variant="primary" size="large">
          Start Creating
        </ButtonLink>
        <ButtonLink to={paths.pricing} size="large">
          Pricing
        </ButtonLink>
      </div>
    </section>
  )
}
