/**
 * The only calls whose body is read before anybody is asked who they are: signing in and up, connecting TikTok signed out, what is said of a post
 * by the link to it, and what platforms tell. Every other body waits for a session. A further one belongs here, with its reason.
 */
const OPEN_CALLS = [
  // Their bodies are forms of a few short fields, with a session or without.
  /^\/api\/auth\/[a-z-]+(\/[a-z-]+)?$/,
  // One platform's flow may be gone through before there is an account here.
  /^\/api\/tiktok-(token|userinfo|refresh)$/,
  /^\/api\/v1\/accounts\/[a-z-]+\/(begin|finish)$/,
  // From a phone on which nobody is signed in; the token in the path is the permission.
  /^\/api\/v1\/hand-over\/[^/]+\/(posted|not-posted)$/,
  // Whoever was invited has no account yet; the link is the permission.
  /^\/api\/v1\/invitations\/look$/,
  // Platforms sign the bytes of the body.
  /^\/webhooks\/[a-z-]+$/,
]

export function isPublicEndpoint(path: string): boolean {
  return OPEN_CALLS.some((call) => call.test(path))
}
