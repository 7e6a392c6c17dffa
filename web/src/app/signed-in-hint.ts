import { forgetKept, keep, readKept } from './browser-storage.ts'

/** Set while a user is signed in here, to choose the first request. Only a hint: the cookie decides. */
const HINT_KEY = 'ninesixteen.signed-in'

export function hintSignedIn(signedIn: boolean): void {
  if (signedIn) keep(HINT_KEY, true)
  // Removed, not false: a deleted account must leave nothing in the browser.
  else forgetKept(HINT_KEY)
}

export function isHintedSignedIn(): boolean {
  return readKept(HINT_KEY, (value) => value === true) ?? false
}
