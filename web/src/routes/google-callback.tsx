import { useEffect, useState } from 'react'
import { storedReturn } from '../app/connect-return.ts'
import { queryClient } from '../app/query-client.ts'
import { meQuery } from '../app/session.ts'
import { finishConnection } from '../drive/connect.ts'
import { useDriveConnection } from '../drive/stored-connection.ts'
import { DRIVE_TEXTS } from '../drive/texts.ts'
import { ConnectionPage, FailedConnection, useLeave } from '../features/connections/connection-page.tsx'

/** How long the success is shown before the redirect to the settings. */
const SUCCESS_MS = 2000

/**
 * Once per page load, however often React renders: code and state work once. They leave the address at once, so that neither the history nor a
 * copied link holds them.
 */
let finishing: Promise<void> | undefined

function finishOnce(): Promise<void> {
  finishing ??= finish()
  return finishing
}

async function finish(): Promise<void> {
  const query = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  if (!(await queryClient.fetchQuery(meQuery))) throw new Error('No active Supabase session found')
  await finishConnection({ code: query.get('code'), state: query.get('state'), error: query.get('error') })
}

type State = { step: 'connecting' } | { step: 'connected' } | { step: 'failed'; message: string }

/** Target of Google's redirect. */
export function GoogleCallbackPage() {
  const [state, setState] = useState<State>({ step: 'connecting' })
  const { user } = useDriveConnection()
  useEffect(() => {
    finishOnce().then(
      () => setState({ step: 'connected' }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : DRIVE_TEXTS.authenticationFailed
        setState({ step: 'failed', message })
      },
    )
  }, [])
  useLeave(state.step === 'connected', SUCCESS_MS)

  if (state.step === 'connecting') {
    return (
      <ConnectionPage tab="Google Drive" title="Connecting" sign="busy">
        <p>Connecting to Google Drive...</p>
      </ConnectionPage>
    )
  }
  if (state.step === 'failed') {
    return (
      <FailedConnection tab="Google Drive">
        <p>{state.message}</p>
      </FailedConnection>
    )
  }
  return (
    <ConnectionPage tab="Google Drive" title="Successfully Connected" sign="ok">
      <p>
        {user?.email ? `Google Drive is connected as ${user.email}. ` : 'Google Drive is connected. '}
        {storedReturn() ? 'Redirecting...' : 'Returning to Settings...'}
      </p>
    </ConnectionPage>
  )
}
