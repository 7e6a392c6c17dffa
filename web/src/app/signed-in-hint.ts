import { toApiError } from '../api/api-error.ts'
import { removeStored, keep, readStored } from './browser-storage.ts'

/** Set while a user is signed in here, to choose the first request. Only a hint: the cookie decides. */
const HINT_KEY = 'ninesixteen.signed-in'

export function hintSignedIn(signedIn: boolean): void {
  if (signedIn) keep(HINT_KEY, true)
  // Removed, not false: a deleted account must leave nothing in the browser.
  else removeStored(HINT_KEY)
}

export function isHintedSignedIn(): boolean {
  return readStored(HINT_KEY, (value) => value === true) ?? false
}

/** Whether to load the signed-in user. Without the hint, asks for the session, which answers visitors null where `me` fails with 401. */
export async function mayBeSignedIn(): Promise<boolean> {
  if (isHintedSignedIn()) return true
  try {
    const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' })
    return response.ok && (await response.json()) !== null
  } catch (error) {
    throw toApiError(error)
  }
}
