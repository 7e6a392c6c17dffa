import { toApiError } from './api-error.ts'
import { isNotReady, RETRIES, retryPause } from './retries.ts'
import { sessionFetch } from './expected-user.ts'

/** An error of the sign-in library. The caller turns `code` and `message` into the product's texts. */
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

interface SignInResponse {
  /** True if the password was right and the account needs a code. */
  twoFactorRedirect?: boolean
}

interface SignUpResponse {
  /** Null when the account must first be confirmed by email. */
  token: string | null
  /** Token for `isMailRefused`. */
  mail?: string
}

interface ConversionResponse {
  /** True until the address is confirmed by email. */
  waits: boolean
  /** Token for `isMailRefused`. */
  mail?: string
}

interface ConfirmResponse {
  token: string | null
  /** The slideshow of a demo or a trial that became this account. */
  projectId?: string | null
}

/** The state of an email change, before or after the user's answer. */
export interface EmailChangeAnswerState {
  email: string
  at: 'old' | 'new'
  state: 'asked' | 'waits-for-old' | 'waits-for-new' | 'done' | 'refused' | 'taken'
}

/** For requests authorized by a link, or open to everyone: the user of this page doesn't matter. */
const ANONYMOUS: PostOptions = { signedOutOk: true }

interface PostOptions {
  /** The request is idempotent: retry it while the server is not ready. */
  mayRepeat?: boolean
  /** The request starts or ends a session, for any signed-in user. */
  signedOutOk?: boolean
}

async function sent(path: string, body: object, { mayRepeat = false, ...options }: PostOptions): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  for (let failures = 0; ; failures += 1) {
    try {
      const request = new Request(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await sessionFetch(request, {}, options)
      if (!mayRepeat || failures === RETRIES || !isNotReady(response.status)) return response
    } catch (error) {
      throw toApiError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, retryPause(failures)))
  }
}

/** Sends an auth request by plain fetch: the library's client would more than double the size of /auth. */
export async function post<T>(path: string, body: object, options: PostOptions = {}): Promise<T> {
  const response = await sent(path, body, options)
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as T
  // The library's errors are {code, message}, the product's {error: {code, message}}.
  const outer = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const error = typeof outer['error'] === 'object' && outer['error'] !== null ? (outer['error'] as Record<string, unknown>) : outer
  throw new AuthCallError({
    code: typeof error['code'] === 'string' ? error['code'] : '',
    status: response.status,
    message: typeof error['message'] === 'string' ? error['message'] : '',
  })
}

export const authCalls = {
  /** For accounts with two-factor codes, the code follows in a second request (second-factor-calls.ts). */
  signIn: (email: string, password: string): Promise<SignInResponse> =>
    post('/sign-in/email', { email, password }, { signedOutOk: true, mayRepeat: true }),
  /** Enters this browser's demo account, or a new one. */
  enterDemo: (): Promise<unknown> => post('/demo', {}, { signedOutOk: true }),
  /** Enters this browser's trial account for /try, or a new one. */
  enterTrial: (): Promise<unknown> => post('/try', {}, { signedOutOk: true }),
  /** Turns the demo into an account with a password and the same work. */
  convertDemo: (email: string, password: string): Promise<ConversionResponse> => post('/demo/keep', { email, password }),
  /** Signs in with a confirmation link; `token` is null if it was used before. */
  confirmEmail: (token: string): Promise<ConfirmResponse> => post('/confirm-email', { token }, ANONYMOUS),
  confirmAgain: (email: string): Promise<unknown> => post('/confirm-email/again', { email }, ANONYMOUS),
  isMailRefused: async (token: string): Promise<boolean> =>
    (await post<{ isRefused: boolean }>('/confirm-email/state', { token }, ANONYMOUS)).isRefused,
  recover: (email: string): Promise<unknown> => post('/recovery', { email }, ANONYMOUS),
  setPassword: (token: string, newPassword: string): Promise<unknown> => post('/recovery/password', { token, newPassword }, ANONYMOUS),
  answerEmailChange: (token: string, answer: 'look' | 'agree' | 'refuse'): Promise<EmailChangeAnswerState> =>
    post('/email-change', { token, answer }, ANONYMOUS),
  /** Until the user changes it, the display name is the part of the email before @. */
  signUp: (email: string, password: string, invitation?: string): Promise<SignUpResponse> => {
    const form = { email, password, name: email.split('@')[0] || 'User' }
    return post('/sign-up/email', invitation === undefined ? form : { ...form, invitation }, { signedOutOk: true })
  },
  /** Succeeds as well if the session was already over. */
  signOut: (everywhere = false): Promise<unknown> =>
    post('/sign-out', { everywhere }).catch((error: unknown) => {
      if (!(error instanceof AuthCallError) || error.status !== 401) throw error
    }),
  changeName: (name: string): Promise<unknown> => post('/update-user', { name }),
  /** Ends every other session. */
  changePassword: (currentPassword: string, newPassword: string): Promise<unknown> =>
    post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
  endOtherSessions: (): Promise<unknown> => post('/revoke-other-sessions', {}),
}
