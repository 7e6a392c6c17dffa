import { paths } from '../app/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import styles from './not-found.module.css'

/** The 404 page. */
export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <EmptyState
        level={1}
        title="Page not found"
        action={
          <ButtonLink variant="primary" to={paths.home}>
            Go to the home page
          </ButtonLink>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </div>
  )
}
