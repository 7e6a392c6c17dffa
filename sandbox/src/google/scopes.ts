const BASE = 'https://www.googleapis.com/auth/'

export const DRIVE_FILE = `${BASE}drive.file`
const EMAIL = `${BASE}userinfo.email`
const PROFILE = `${BASE}userinfo.profile`

/** Accepted short names, and the full names in responses. */
const FULL_NAMES: Readonly<Record<string, string>> = { email: EMAIL, profile: PROFILE }

/** Every scope, with its description on the consent page. */
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
  const requested = text
    .split(' ')
    .filter(Boolean)
    .map((scope) => FULL_NAMES[scope] ?? scope)
  if (requested.length === 0 || !requested.every((scope) => scope in SCOPES)) return null
  // The email and profile scopes imply openid.
  const identity = requested.some((scope) => scope === EMAIL || scope === PROFILE) ? ['openid'] : []
  return [...new Set([...requested, ...identity])]
}

export function seesEmail(scopes: readonly string[]): boolean {
  return scopes.includes(EMAIL)
}

export function seesProfile(scopes: readonly string[]): boolean {
  return scopes.includes(PROFILE)
}
