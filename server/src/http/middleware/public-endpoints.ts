/**
 * The only requests whose body is read before authentication: sign-up and sign-in, connecting TikTok signed out, reports by manual posting
 * link, and platform webhooks. Additions need a reason.
 */
const OPEN_CALLS = [
  // Forms of a few short fields, with or without a session.
  /^\/api\/auth\/[a-z-]+(\/[a-z-]+)?$/,
  // This platform can be connected before the visitor has an account.
  /^\/api\/tiktok-(token|userinfo|refresh)$/,
  /^\/api\/v1\/accounts\/[a-z-]+\/(begin|finish)$/,
  // From a phone without a session; the token in the path grants access.
  /^\/api\/v1\/hand-over\/[^/]+\/(posted|not-posted)$/,
  // Invited users have no account yet; the link grants access.
  /^\/api\/v1\/invitations\/look$/,
  // Platforms sign the bytes of the body.
  /^\/webhooks\/[a-z-]+$/,
]

export function isPublicEndpoint(path: string): boolean {
  return OPEN_CALLS.some((call) => call.test(path))
}
