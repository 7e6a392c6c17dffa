import { CALLBACKS } from '../features/connections/finish-connection.ts'
import { OauthCallback } from '../features/connections/oauth-callback.tsx'

/** Target of Instagram's redirect. */
export function InstagramCallbackPage() {
  return <OauthCallback form={CALLBACKS.instagram} />
}
