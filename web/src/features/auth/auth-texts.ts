import { authMessage } from '@ninesixteen/shared/auth-messages'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'

export type AuthMode = 'login' | 'register'

/** Words for a failed sign-in or sign-up: the service's, as the product says them, or why it was not reached. */
export function authFailureText(cause: unknown): string {
  return cause instanceof AuthCallError ? authMessage(cause) : toApiError(cause).message
}
