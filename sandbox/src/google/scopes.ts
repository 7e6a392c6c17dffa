const BASE = 'https://www.googleapis.com/auth/'

export const DRIVE_FILE = `${BASE}drive.file`
const EMAIL = `${BASE}userinfo.email`
const PROFILE = `${BASE}userinfo.profile`

/** Short names that are accepted, and the full ones that come back. */
const FULL_NAMES: Readonly<Record<string, string>> = { email: EMAIL, profile: PROFILE }

/** Every scope that can be asked for, with the words of the consent page. */
export const SCOPES: Readonly<Record<string, string>> = {
  [DRIVE_FILE]: 'See and change the files in Drive that it made itself',
  [EMAIL]: 'See your email address',
  [PROFILE]: 'See your name and picture',
  openid: 'Know who you are',
}

/** Scopes that a user can decline; the others come with sign-in. */
export function isOptional(scope: string): boolean {
  return scope === DRIVE_FILE
}

/** The scopes of a request under their full names; null when one is unknown. */
export function readScopes(text: string): string[] | null {
  const asked = text
    .split(' ')
    .filter(Boolean)
    .map((scope) => FULL_NAMES[scope] ?? scope)
  if (asked.length === 0 || !asked.every((scope) => scope in SCOPES)) return null
  // Who asks for the email address or the profile gets openid beside it.
  const identity = asked.some((scope) => scope === EMAIL || scope === PROFILE) ? ['openid'] : []
  return [...new Set([...asked, ...identity])]
}

export function seesEmail(scopes: readonly string[]): boolean {
  return scopes.includes(EMAIL)
}

export function seesProfile(scopes: readonly string[]): boolean {
  return scopes.includes(PROFILE)
}
