import { useEffect, useState } from 'react'
import { paths } from '../app/paths.ts'
import { queryClient } from '../app/query-client.ts'
import { meQuery } from '../app/session.ts'
import { finishConnection } from '../drive/connect.ts'
import { useDriveConnection } from '../drive/stored-connection.ts'
import { DRIVE_TEXTS } from '../drive/texts.ts'
import { ConnectionPage, FailedConnection } from '../features/connections/connection-page.tsx'
import { useLeave } from '../features/connections/use-leave.ts'

/** How long the success is shown before the settings come back, in milliseconds. */
const SUCCESS_SHOWN = 2000

/**
 * Read before anything is drawn, and taken out of the address at once: neither the history nor a link copied from here is to
 * hold a code. Once for the whole life of the page, however often React draws it: the code and the state work once.
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

type State = { step: 'connecting' } | { step: 'connected' } | { step: 'failed'; words: string }

/** Where Google sends people back to. */
export function GoogleCallbackPage() {
  const [state, setState] = useState<State>({ step: 'connecting' })
  const { user } = useDriveConnection()
  useEffect(() => {
    finishOnce().then(
      () => setState({ step: 'connected' }),
      (cause: unknown) => {
        const words = cause instanceof Error ? cause.message : DRIVE_TEXTS.authenticationFailed
        setState({ step: 'failed', words })
      },
    )
  }, [])
  useLeave(state.step === 'connected', SUCCESS_SHOWN, paths.settingsAccounts)

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
        <p>{state.words}</p>
      </FailedConnection>
    )
  }
  return (
    <ConnectionPage tab="Google Drive" title="Successfully Connected" sign="ok">
      <p>{user?.email ? `Google Drive is connected as ${user.email}. ` : 'Google Drive is connected. '}Going back to Settings...</p>
    </ConnectionPage>
  )
}
