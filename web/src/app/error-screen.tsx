import { errorText } from '../api/api-error.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { PageTitle } from './page-title.tsx'
import styles from './error-screen.module.css'

const RELOADED_KEY = 'ninesixteen.reloaded'

/** After an update of the server the old page asks for chunks that are gone: one reload brings the new page. */
function reloadForNewVersion(error: unknown): boolean {
  if (!(error instanceof TypeError) || !/dynamically imported module|module script/i.test(error.message)) return false
  if (sessionStorage.getItem(RELOADED_KEY)) return false
  sessionStorage.setItem(RELOADED_KEY, '1')
  location.reload()
  return true
}

export function ErrorScreen({ error }: { error: unknown }) {
  if (reloadForNewVersion(error)) return <LoadingScreen text={`Loading ${location.host}...`} />
  return (
    <main className={styles.screen}>
      <PageTitle>Error</PageTitle>
      <EmptyState
        level={1}
        title="Unexpected Application Error!"
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>
        }
      >
        {errorText(error)} What was saved is safe; your drafts are kept in this browser.
      </EmptyState>
    </main>
  )
}
