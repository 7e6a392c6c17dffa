import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ConnectionPage, FailedConnection, useLeave } from './connection-page.tsx'
import { CALLBACKS, useReturn } from './finish-connection.ts'
import { setPendingConnection } from './pending-connection.ts'

/** How long the success is shown. */
const SHOWN_MS = 2000

/** The result of an authorization at TikTok. */
export function TiktokCallback() {
  const state = useReturn(CALLBACKS.tiktok)
  const navigate = useNavigate()
  useLeave(state.step === 'connected', SHOWN_MS)
  if (state.step === 'connecting') {
    return (
      <ConnectionPage tab="TikTok" title="Connecting" sign="busy">
        <p>Connecting your TikTok account...</p>
      </ConnectionPage>
    )
  }
  if (state.step === 'failed') {
    return (
      <FailedConnection tab="TikTok" onward={{ label: 'Try Again', to: paths.tiktokLogin }}>
        <p>{state.message}</p>
        <p>{state.cancelled ? 'You cancelled. Nothing was connected.' : 'Nothing was connected, and nothing was saved.'}</p>
      </FailedConnection>
    )
  }
  const { account } = state
  if (state.step === 'connected') {
    return (
      <ConnectionPage tab="TikTok" title="Successfully Connected" sign="ok">
        <p>@{account.username} is connected. Redirecting...</p>
      </ConnectionPage>
    )
  }
  const save = () => {
    const { pending, username } = account
    if (pending !== null) setPendingConnection({ platform: 'tiktok', username, sealed: pending, wanted: true })
    void navigate(paths.home)
  }
  return (
    <ConnectionPage
      tab="TikTok"
      title="Successfully Connected"
      sign="ok"
      actions={
        <>
          <Button variant="primary" size="large" wide onClick={save}>
            Sign In to Save Connection
          </Button>
          <ButtonLink variant="ghost" size="large" wide to={paths.home}>
            Continue Without Signing In
          </ButtonLink>
        </>
      }
    >
      <p>@{account.username} is connected in this browser. It is saved once you sign in; until then it waits here for a day.</p>
    </ConnectionPage>
  )
}
