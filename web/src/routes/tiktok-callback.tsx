import { TiktokCallback } from '../features/connections/tiktok-callback.tsx'

/** Where TikTok sends people back to. */
export function TiktokCallbackPage() {
  return <TiktokCallback />
}
