import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { ConnectionPage, FailedConnection, useLeave } from './connection-page.tsx'
import { type CallbackFormat, useReturn } from './finish-connection.ts'

/** How long the success is shown. */
const SHOWN_MS = 1500

/** The result of an authorization at a platform that only signed-in users connect. */
export function OauthCallback({ form }: { form: CallbackFormat }) {
  const state = useReturn(form)
  const { label } = PLATFORMS[form.platform]
  useLeave(state.step === 'connected', SHOWN_MS)
  if (state.step === 'connecting') {
    return (
      <ConnectionPage tab={label} title="Connecting" sign="busy">
        <p>Connecting your {label} account...</p>
      </ConnectionPage>
    )
  }
  if (state.step === 'failed') {
    return (
      <FailedConnection tab={label}>
        <p>{state.message}</p>
        <p>{state.cancelled ? 'You cancelled. Nothing was connected.' : 'Nothing was connected, and nothing was saved.'}</p>
      </FailedConnection>
    )
  }
  return (
    <ConnectionPage tab={label} title="Successfully Connected" sign="ok">
      <p>@{state.account.username} is connected. Redirecting...</p>
    </ConnectionPage>
  )
}
