import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { windowStorage } from '../app/browser-storage.ts'
import { PageTitle } from '../app/page-title.tsx'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'
import styles from './error-boundary.module.css'

const RELOADED_KEY = 'ninesixteen.reloaded'
const PAGE_ERROR = 'Something went wrong on this page. Reloading usually helps.'
const PART_MISSING = 'Part of this page could not be loaded. Check your connection and reload.'

function isMissingPart(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|styles .* cannot be loaded/i.test(error.message)
}

/** Reloads at most once for each `build`, a name that changes with the page. False when that was tried, or storage is closed. */
export function reloadOnce(storage: Pick<Storage, 'getItem' | 'setItem'> | null, build: string, reload: () => void): boolean {
  if (!storage || storage.getItem(RELOADED_KEY) === build) return false
  storage.setItem(RELOADED_KEY, build)
  reload()
  return true
}

/** After an update of the server, an old page asks for chunks that no longer exist: one reload brings the new page. */
function reloadForNewVersion(error: unknown): boolean {
  // The script's file name has a hash of everything it loads.
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  return isMissingPart(error) && reloadOnce(windowStorage(), build, () => location.reload())
}

/** Only an ApiError has a message for users. */
function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return isMissingPart(error) ? PART_MISSING : PAGE_ERROR
}

function ErrorScreen({ error }: { error: unknown }) {
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
        {errorMessage(error)} Saved work is safe, and this browser has your drafts.
      </EmptyState>
    </main>
  )
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A screen failed', error, info.componentStack)
  }

  override render() {
    return this.state.error === null ? this.props.children : <ErrorScreen error={this.state.error} />
  }
}
