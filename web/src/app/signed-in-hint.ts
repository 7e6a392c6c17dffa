import { forgetKept, keep, readKept } from './browser-storage.ts'

/** Set while someone is signed in here, so that the page knows whom to ask first. Only a hint: the cookie decides. */
const HINT_KEY = 'ninesixteen.signed-in'

export function hintSignedIn(signedIn: boolean): void {
  if (signedIn) keep(HINT_KEY, true)
  // Whoever deleted their account leaves nothing behind in the browser.
  else forgetKept(HINT_KEY)
}

export function isHintedSignedIn(): boolean {
  return readKept(HINT_KEY, (value) => value === true) ?? false
}
