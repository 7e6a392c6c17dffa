import { CALLBACKS } from '../features/connections/finish-connection.ts'
import { OauthCallback } from '../features/connections/oauth-callback.tsx'

/** Target of Threads's redirect. */
export function ThreadsCallbackPage() {
  return <OauthCallback form={CALLBACKS.threads} />
}
