/** Shortest password of the specification; an operator can ask for more. */
const PASSWORD_MIN = 6

/** Fields of the form on /auth or in the modal. `confirmation` only for sign-up. */
export interface Credentials {
  email: string
  password: string
  confirmation?: string
}

/** For one of the 10,000 most common passwords. */
export const PASSWORD_COMMON_TEXT = 'This password is one of the most common ones and easy to guess. Please choose another.'
export const PASSWORD_LONG_TEXT = 'Password must be at most 128 characters'
export const EMAIL_INVALID_TEXT = 'Please enter a valid email address'
export const CONFIRM_EMAIL_TEXT = 'Please check your email for a confirmation link'
/** States PASSWORD_MIN; an operator's higher minimum replaces the number. */
const PASSWORD_SHORT_TEXT = 'Password must be at least 6 characters'
const FAILED_TEXT = 'An error occurred during authentication'

/**
 * First error in a form, or null. Order: missing fields, different passwords, length (also at sign-in), address. The server checks in the same
 * order.
 */
export function checkCredentials({ email, password, confirmation }: Credentials, passwordMin: number = PASSWORD_MIN): string | null {
  if (email.trim() === '' || password === '') return 'Please fill in all fields'
  if (confirmation !== undefined && confirmation !== password) return 'Passwords do not match'
  if (password.length < passwordMin) return passwordShortText(passwordMin)
  return isEmailShaped(email) ? null : EMAIL_INVALID_TEXT
}

/** A syntax check only: something, an @, and a host with a dot. The server checks more. */
export function isEmailShaped(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim())
}

/** First error in a new password and its confirmation, or null. */
export function checkNewPassword(
  { password, confirmation }: { password: string; confirmation: string },
  passwordMin: number = PASSWORD_MIN,
): string | null {
  if (password === '') return 'Please fill in all fields'
  if (confirmation !== password) return 'Passwords do not match'
  return password.length < passwordMin ? passwordShortText(passwordMin) : null
}

/** Said of a password with fewer characters than this. */
export function passwordShortText(passwordMin: number): string {
  return PASSWORD_SHORT_TEXT.replace(String(PASSWORD_MIN), String(passwordMin))
}

/** Messages of auth services, by code or by words in them, and the text for the user. */
const TEXTS: readonly [code: RegExp, words: string, text: string][] = [
  [/^FAILED_TO_CREATE_USER$/, 'Database error saving new user', 'There was an issue creating your account. Please try again.'],
  [/^INVALID_EMAIL_OR_PASSWORD$/, 'Invalid login credentials', 'Invalid email or password. Please check your credentials.'],
  [/^INVALID_EMAIL$/, '[body.email]', EMAIL_INVALID_TEXT],
  [/^USER_ALREADY_EXISTS/, 'User already registered', 'An account with this email already exists. Please sign in instead.'],
  [/^EMAIL_NOT_VERIFIED$/, 'Email not confirmed', CONFIRM_EMAIL_TEXT],
  [/^PASSWORD_TOO_LONG$/, 'Password too long', PASSWORD_LONG_TEXT],
  [/^INVALID_CODE$/, 'Invalid code', 'This code is not right, or was used before. Wait for the next one.'],
  [/^INVALID_BACKUP_CODE$/, 'Invalid backup code', 'This recovery code is not right, or was used before.'],
  [/^(INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS)/, 'Invalid two factor cookie', 'This sign-in took too long. Enter your password again.'],
  [/^CHALLENGE_NOT_FOUND$/, 'Challenge not found', 'That took too long. Please try again.'],
  [/^PASSKEY_TAKEN$/, 'Passkey taken', 'This passkey already belongs to an account. Create a new one.'],
  [/^PASSKEY_NOT_FOUND$/, 'Passkey not found', 'This passkey is not known here. It may have been removed from the account.'],
  [/^AUTHENTICATION_FAILED$/, 'Authentication failed', 'This passkey could not be checked. Please try again.'],
  [/^PREVIOUSLY_REGISTERED$/, 'Previously registered', 'This device already has a passkey for your account.'],
  [/^FAILED_TO_VERIFY_REGISTRATION$/, 'Failed to verify registration', 'This passkey could not be checked. Please try again.'],
]

/** The text for a failed sign-in or sign-up; other errors keep their own message. */
export function authMessage(error: { code?: string | undefined; message?: string | undefined }): string {
  const { code = '', message = '' } = error
  const known = TEXTS.find(([codes, words]) => codes.test(code) || message.includes(words))
  return known?.[2] ?? (message.trim() || FAILED_TEXT)
}
