import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/expected-user'
import { ApiError } from './api-error.ts'
import { sessionGate, useSessionGate } from './session-gate.ts'

/** What every way of sending says of its answer. */
export interface RequestOptions {
  status: number
  /** Whose session it was made in, by the header; null when nobody was signed in. */
  person: string | null
}

/** Names the person of this page; nothing where nobody is signed in. */
export function expectedUserHeader(): Record<string, string> {
  const { userId } = useSessionGate.getState()
  return userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
}

function wrongPerson(): ApiError {
  const message = 'Someone else is now signed in to this browser. Nothing was sent to their account.'
  return new ApiError({ code: 'WRONG_PERSON', status: 409, message })
}

/**
 * Sends a call in the name of whom this page belongs to. A 401 while signed in asks to sign in and then sends the same again, for the
 * same person: nothing typed is lost. An answer of somebody else's session is not looked at, and the page is left to them.
 */
export async function asExpectedUser<Answer extends RequestOptions>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const { userId } = useSessionGate.getState()
  const headers = expectedUserHeader()
  const once = async (): Promise<Answer> => {
    if (useSessionGate.getState().left !== null) throw wrongPerson()
    const answer = await send(headers)
    // A page of nobody may read what a session gives; refused, it learns that somebody signed in.
    const isOthers = answer.person !== null && answer.person !== userId && (userId !== null || answer.status >= 400)
    if (isOthers) sessionGate.leave('taken-over')
    if (useSessionGate.getState().left !== null) throw wrongPerson()
    return answer
  }
  const first = await once()
  if (first.status !== 401 || userId === null) return first
  if (await sessionGate.signInAgain()) return once()
  if (useSessionGate.getState().left !== null) throw wrongPerson()
  return first
}
