import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'

export type AuthMode = 'login' | 'register'

export interface AuthFields {
  email: string
  password: string
  confirmation: string
}

/** The first thing wrong with the form, in the specified order; null when it may be sent. */
export function checkAuthFields(mode: AuthMode, fields: AuthFields, passwordMin: number): string | null {
  if (!fields.email.trim() || !fields.password) return 'Please fill in all fields'
  if (mode === 'register' && fields.password !== fields.confirmation) return 'Passwords do not match'
  if (fields.password.length < passwordMin) return `Password must be at least ${passwordMin} characters`
  return null
}

/** Words for a failed sign-in or sign-up. */
export function authFailureText(cause: unknown): string {
  if (!(cause instanceof AuthCallError)) return toApiError(cause).message
  if (cause.code.startsWith('INVALID_EMAIL_OR_PASSWORD')) return 'Invalid email or password. Please check your credentials.'
  if (cause.code.startsWith('USER_ALREADY_EXISTS')) return 'An account with this email already exists. Please sign in instead.'
  return cause.message || 'An error occurred during authentication'
}
