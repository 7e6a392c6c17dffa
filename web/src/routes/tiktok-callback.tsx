import { TiktokCallback } from '../features/connections/tiktok-callback.tsx'

/** Target of TikTok's redirect. */
export function TiktokCallbackPage() {
  return <TiktokCallback />
}
