import { keptFromServer } from '../components/lazy-hydrate.tsx'
import { ApiReference } from '../features/public/api-reference.tsx'
import styles from '../features/public/api-reference.module.css'

// It needs no script, which would have to load the whole description of the API.
const Content = import.meta.env.SSR || import.meta.env.DEV ? ApiReference : keptFromServer()

export function ApiReferencePage() {
  return (
    <div className={styles.page}>
      <Content />
    </div>
  )
}
