import { sessionGate, useSessionGate } from './session-gate.ts'

export interface SessionFetchOptions {
  /** The caller asks whether there is a session: 401 is an answer, not an interruption. */
  signedOutOk?: boolean
}

/** fetch with the session's cookie. A 401 while signed in asks to sign in and then sends the same request again: nothing typed is lost. */
export async function sessionFetch(request: Request, init?: RequestInit, options: SessionFetchOptions = {}): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request, { credentials: 'same-origin', ...init })
  if (response.status !== 401 || options.signedOutOk || useSessionGate.getState().userId === null) return response
  if (!(await sessionGate.signInAgain())) return response
  return fetch(again, { credentials: 'same-origin', ...init })
}
