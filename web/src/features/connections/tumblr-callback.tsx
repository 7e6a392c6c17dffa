import { ConnectionPage, FailedConnection, useLeave } from './connection-page.tsx'
import { CALLBACKS, useReturn } from './finish-connection.ts'

/** How long the success is shown. */
const SHOWN_MS = 1500

/** The result of an authorization at Tumblr. */
export function TumblrCallback() {
  const state = useReturn(CALLBACKS.tumblr)
  useLeave(state.step === 'connected', SHOWN_MS)
  if (state.step === 'connecting') {
    return (
      <ConnectionPage tab="Tumblr" title="Connecting" sign="busy">
        <p>Connecting your Tumblr account...</p>
      </ConnectionPage>
    )
  }
  if (state.step === 'failed') {
    return (
      <FailedConnection tab="Tumblr">
        <p>{state.message}</p>
        <p>
          {state.cancelled
            ? 'The connection was cancelled at Tumblr. Nothing was connected.'
            : 'Nothing was connected, and nothing was saved.'}
        </p>
      </FailedConnection>
    )
  }
  const { username, blogs } = state.account
  return (
    <ConnectionPage tab="Tumblr" title="Successfully Connected" sign="ok">
      <p>
        {username} is connected, with {blogs} {blogs === 1 ? 'blog' : 'blogs'}. Redirecting...
      </p>
    </ConnectionPage>
  )
}
