/**
 * The only calls whose body is read before anybody is asked who they are: signing in and up, and connecting TikTok signed out. Every other
 * body waits for a session. A further one belongs here, with its reason.
 */
const OPEN_CALLS = [
  // Their bodies are forms of a few short fields, with a session or without.
  /^\/api\/auth\/[a-z-]+(\/[a-z-]+)?$/,
  // One platform's flow may be gone through before there is an account here.
  /^\/api\/tiktok-(token|userinfo|refresh)$/,
  /^\/api\/v1\/accounts\/[a-z-]+\/(begin|finish)$/,
]

export function isOpenCall(path: string): boolean {
  return OPEN_CALLS.some((call) => call.test(path))
}
