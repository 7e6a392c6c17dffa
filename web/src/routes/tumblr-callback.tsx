import { TumblrCallback } from '../features/connections/tumblr-callback.tsx'

/** Target of Tumblr's redirect. */
export function TumblrCallbackPage() {
  return <TumblrCallback />
}
