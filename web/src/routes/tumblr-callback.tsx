import { TumblrCallback } from '../features/connections/tumblr-callback.tsx'

/** Where Tumblr sends people back to. */
export function TumblrCallbackPage() {
  return <TumblrCallback />
}
