import { toApiError } from './api-error.ts'
import { isNotReady, RETRIES, retryPause } from './retries.ts'
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
  /** Null when the account must first be confirmed by email. */
  token: string | null
  /** By which may be asked what became of that mail. */
  mail?: string
}

interface KeepAnswer {
  /** For the address to be confirmed by email. */
  waits: boolean
  /** By which may be asked what became of that mail. */
  mail?: string
}

interface ConfirmAnswer {
  token: string | null
  /** The slideshow of a demo or a trial that became this account. */
  projectId?: string | null
}

/** What the link of a change of address asks, or what came of the answer. */
export interface EmailChangeAnswerState {
  email: string
  at: 'old' | 'new'
  state: 'asked' | 'waits-for-old' | 'waits-for-new' | 'done' | 'refused' | 'taken'
}

/** The link in a mail is the permission, or everybody may ask: whoever is signed in here has no say in it. */
const OF_NOBODY: PostOptions = { signedOutOk: true }

interface PostOptions {
  /** It may be sent again: what the server was not ready for did nothing, and done twice it is done once. */
  mayRepeat?: boolean
  /** It begins a session, whoever had one before, or ends one that may be over. */
  signedOutOk?: boolean
}

async function sent(path: string, body: object, { mayRepeat = false, ...options }: PostOptions): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  for (let failures = 0; ; failures += 1) {
    try {
      const request = new Request(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await sessionFetch(request, {}, options)
      if (!mayRepeat || failures === RETRIES || !isNotReady(response.status)) return response
    } catch (cause) {
      throw toApiError(cause)
    }
    await new Promise((resolve) => setTimeout(resolve, retryPause(failures)))
  }
}

/** The session calls by a plain fetch: the library's own client would more than double what /auth loads. */
export async function post<T>(path: string, body: object, options: PostOptions = {}): Promise<T> {
  const response = await sent(path, body, options)
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
  signIn: (email: string, password: string): Promise<SignInAnswer> =>
    post('/sign-in/email', { email, password }, { signedOutOk: true, mayRepeat: true }),
  /** A demo of this visitor's own: the one this browser has, else a new one. */
  enterDemo: (): Promise<unknown> => post('/demo', {}, { signedOutOk: true }),
  /** A stranger's account, for the slides of /try: the one this browser has, else a new one. */
  enterTrial: (): Promise<unknown> => post('/try', {}, { signedOutOk: true }),
  /** The demo becomes an account: the same work, and a password. */
  keepDemo: (email: string, password: string): Promise<KeepAnswer> => post('/demo/keep', { email, password }),
  /** Signs in; nobody by a link that was followed before. */
  confirmEmail: (token: string): Promise<ConfirmAnswer> => post('/confirm-email', { token }, OF_NOBODY),
  confirmAgain: (email: string): Promise<unknown> => post('/confirm-email/again', { email }, OF_NOBODY),
  isMailRefused: async (token: string): Promise<boolean> =>
    (await post<{ isRefused: boolean }>('/confirm-email/state', { token }, OF_NOBODY)).isRefused,
  recover: (email: string): Promise<unknown> => post('/recovery', { email }, OF_NOBODY),
  setPassword: (token: string, newPassword: string): Promise<unknown> => post('/recovery/password', { token, newPassword }, OF_NOBODY),
  answerEmailChange: (token: string, answer: 'look' | 'agree' | 'refuse'): Promise<EmailChangeAnswerState> =>
    post('/email-change', { token, answer }, OF_NOBODY),
  /** The display name is the part of the email before @ until a person says otherwise. */
  signUp: (email: string, password: string, invitation?: string): Promise<SignUpAnswer> => {
    const form = { email, password, name: email.split('@')[0] || 'User' }
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
  signOut: (everywhere = false): Promise<unknown> => post('/sign-out', { everywhere }),
  changeName: (name: string): Promise<unknown> => post('/update-user', { name }),
  /** Every other session ends with the old password. */
  changePassword: (currentPassword: string, newPassword: string): Promise<unknown> =>
    post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
  endOtherSessions: (): Promise<unknown> => post('/revoke-other-sessions', {}),
}
