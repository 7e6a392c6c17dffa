import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { asExpectedUser } from './expected-user.ts'

export interface SessionFetchOptions {
  /** The caller handles 401 and any signed-in user itself. */
  signedOutOk?: boolean
}

/** Fetches with the session cookie as the user of this page; see asExpectedUser. */
export async function sessionFetch(request: Request, init?: RequestInit, options: SessionFetchOptions = {}): Promise<Response> {
  if (options.signedOutOk) return fetch(request, { credentials: 'same-origin', ...init })
  const { response } = await asExpectedUser(async (headers) => {
    const sent = request.clone()
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value)
    const answer = await fetch(sent, { credentials: 'same-origin', ...init })
    return { status: answer.status, person: answer.headers.get(EXPECTED_USER_HEADER), response: answer }
  })
  return response
}
