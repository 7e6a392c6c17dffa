import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { ApiError } from './api-error.ts'
import { sessionGate, useSessionGate } from './session-gate.ts'

/** A response with the user of its session. */
export interface UserResponse {
  status: number
  /** User id of the session that answered, from the header; null without a session. */
  userId: string | null
}

/** Header with the user of this page; empty if no user is signed in. */
export function expectedUserHeader(): Record<string, string> {
  const { userId } = useSessionGate.getState()
  return userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
}

function wrongUser(): ApiError {
  const message = 'Another user is now signed in to this browser. Nothing was sent to their account.'
  return new ApiError({ code: 'WRONG_PERSON', status: 409, message })
}

/**
 * Sends a request as the user of this page. After a 401, it asks the user to sign in again and repeats the request, so that no input is lost. A
 * response from another user's session is discarded, and the page passes to that user.
 */
export async function asExpectedUser<Answer extends UserResponse>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const { userId } = useSessionGate.getState()
  const headers = expectedUserHeader()
  const once = async (): Promise<Answer> => {
    if (useSessionGate.getState().left !== null) throw wrongUser()
    const response = await send(headers)
    // A page without a user may read a session's data; a refusal tells it that a user signed in.
    const isOthers = response.userId !== null && response.userId !== userId && (userId !== null || response.status >= 400)
    if (isOthers) sessionGate.leave('taken-over')
    if (useSessionGate.getState().left !== null) throw wrongUser()
    return response
  }
  const first = await once()
  if (first.status !== 401 || userId === null) return first
  if (await sessionGate.signInAgain()) return once()
  if (useSessionGate.getState().left !== null) throw wrongUser()
  return first
}

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
    return { status: answer.status, userId: answer.headers.get(EXPECTED_USER_HEADER), response: answer }
  })
  return response
}
