import { toApiError } from './api-error.ts'
import { sessionFetch } from './session-fetch.ts'

/** An answer of the sign-in library, in its own words: `message` is turned into the product's texts by who shows it. */
export class AuthCallError extends Error {
  readonly code: string
  readonly status: number

  constructor(init: { code: string; status: number; message: string }) {
    super(init.message)
    this.name = 'AuthCallError'
    this.code = init.code
    this.status = init.status
  }
}

interface SignInAnswer {
  /** True where the password was right and a code is asked for. */
  twoFactorRedirect?: boolean
}

interface SignUpAnswer {
  /** Null when the account must first be confirmed by e-mail. */
  token: string | null
}

interface PostOptions {
  /** It begins a session, whoever had one before, or ends one that may be over. */
  signedOutOk?: boolean
}

/** The session calls by a plain fetch: the library's own client would more than double what /auth loads. */
export async function post<T>(path: string, body: object, options: PostOptions = {}): Promise<T> {
  let response: Response
  try {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    response = await sessionFetch(request, {}, options)
  } catch (cause) {
    throw toApiError(cause)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as T
  // Both the library's own errors {code, message} and the product's {error: {code, message}} come through here.
  const outer = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const error = typeof outer['error'] === 'object' && outer['error'] !== null ? (outer['error'] as Record<string, unknown>) : outer
  throw new AuthCallError({
    code: typeof error['code'] === 'string' ? error['code'] : '',
    status: response.status,
    message: typeof error['message'] === 'string' ? error['message'] : '',
  })
}

export const authCalls = {
  /** Whose account wants a code gives one next: see second-factor-calls.ts. */
  signIn: (email: string, password: string): Promise<SignInAnswer> => post('/sign-in/email', { email, password }, { signedOutOk: true }),
  /** A demo of this visitor's own: the one this browser has, else a new one. */
  enterDemo: (): Promise<unknown> => post('/demo', {}, { signedOutOk: true }),
  /** A stranger's account, for the slides of /try: the one this browser has, else a new one. */
  enterTrial: (): Promise<unknown> => post('/try', {}, { signedOutOk: true }),
  /** The demo becomes an account: the same work, and a password. */
  keepDemo: (email: string, password: string): Promise<unknown> => post('/demo/keep', { email, password }),
  /**
   * The display name is the part of the e-mail before @ until a person says otherwise. The link of a confirmation leads back to
   * this site: as a path, because the server knows its own origin, also behind another name.
   */
  signUp: (email: string, password: string, invitation?: string): Promise<SignUpAnswer> => {
    const form = { email, password, name: email.split('@')[0] || 'User', callbackURL: '/auth/callback' }
    return post('/sign-up/email', invitation === undefined ? form : { ...form, invitation }, { signedOutOk: true })
  },
  /** Whether the cookie stands for a session; asked of the library, which answers null where there is none. */
  async hasSession(): Promise<boolean> {
    try {
      const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' })
      return response.ok && (await response.json()) !== null
    } catch (cause) {
      throw toApiError(cause)
    }
  },
  signOut: (): Promise<unknown> => post('/sign-out', {}),
  changeName: (name: string): Promise<unknown> => post('/update-user', { name }),
  /** Every other session ends with the old password. */
  changePassword: (currentPassword: string, newPassword: string): Promise<unknown> =>
    post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
  endOtherSessions: (): Promise<unknown> => post('/revoke-other-sessions', {}),
}
