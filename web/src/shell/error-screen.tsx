import { ApiError } from '../api/api-error.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { windowStorage } from '../app/browser-storage.ts'
import { PageTitle } from '../app/page-title.tsx'
import { reloadOnce } from './reload-once.ts'
import styles from './error-screen.module.css'

function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|styles .* cannot be loaded/i.test(error.message)
}

/** After an update of the server the old page asks for chunks that are gone: one reload brings the new page. */
function reloadForNewVersion(error: unknown): boolean {
  // Its name has a hash of all that it loads.
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return isMissingPart(error) && reloadOnce(windowStorage(), build, () => location.reload())
}

const OWN_FAULT = 'Something went wrong on this page. Reloading usually helps.'
const PART_MISSING = 'Part of this page could not be loaded. Check your connection and reload.'

/** Only a call that failed has words for people; whatever else is thrown while drawing is the page's own fault, a TypeError above all. */
export function faultText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return isMissingPart(error) ? PART_MISSING : OWN_FAULT
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
        {faultText(error)} What was saved is safe; your drafts are kept in this browser.
      </EmptyState>
    </main>
  )
}
