import { authMessage } from '@ninesixteen/shared/auth-messages'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'

export type AuthMode = 'login' | 'register'

/** The message for a failed sign-in or sign-up. */
export function authFailureText(cause: unknown): string {
  return cause instanceof AuthCallError ? authMessage(cause) : toApiError(cause).message
}
