import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import styles from './auth-form.module.css'

/** Where the link of a confirmation mail leads that is used up, or too old. */
export function DeadLink() {
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>This confirmation link did not work</h1>
        <p className={styles.subtitle}>
          It may have been used already, or be too old. Sign in: if your address still has to be confirmed, the mail is sent again.
        </p>
      </header>
      <ButtonLink variant="primary" size="large" wide to={paths.auth}>
        Sign In
      </ButtonLink>
    </div>
  )
}
