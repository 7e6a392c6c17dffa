import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import styles from './auth-form.module.css'

/** Shown for a used or expired confirmation link. */
export function DeadLink() {
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>This confirmation link did not work</h1>
        <p className={styles.subtitle}>
          It may be used or expired. Sign in, and we send you a new one if your address still needs confirming.
        </p>
      </header>
      <ButtonLink variant="primary" size="large" wide to={paths.auth}>
        Sign In
      </ButtonLink>
    </div>
  )
}
