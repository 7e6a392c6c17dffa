import { z } from 'zod'
import { INVITATION_TOKEN_MAX } from '@ninesixteen/shared/api/limits'
import type { AUTH_PATHS } from './auth.ts'
import { DEMO_PATH, CONVERT_DEMO_PATH, TRY_PATH } from './demo-sign-in.ts'
import { SECOND_FACTOR_FORMS } from './second-factor/paths.ts'
import {
  CONFIRM_AGAIN_PATH,
  CONFIRM_PATH,
  CONFIRM_STATE_PATH,
  EMAIL_CHANGE_PATH,
  RECOVERY_PASSWORD_PATH,
  RECOVERY_PATH,
} from './link-endpoints.ts'

/** Maximum length of an email address (RFC 5321, 4.5.3.1.3). */
const email = z.string().max(254)
/** The library rejects more than 128 characters with a message of its own. */
const password = z.string().max(1000)
const name = z.string().max(1000)

/** Token of a link in a mail. */
const token = z.string().max(1000)
/** Validated as the library does before its lookup. */
const someEmail = z.object({ email: email.trim().pipe(z.email()) })

const signUp = z.object({
  email: email.default(''),
  password: password.default(''),
  name: name.default(''),
  /** Token of an invitation link. */
  invitation: z.string().max(INVITATION_TOKEN_MAX).optional(),
})

/**
 * Fields that each form may contain. The accounts library writes unknown fields into the user's row and logs some of them: a field that
 * isn't listed here never reaches it. Only account changes reject unknown fields; clients of the library may send more to the others.
 */
export const AUTH_FORMS: Record<(typeof AUTH_PATHS)[number], z.ZodType<Record<string, unknown>>> = {
  '/sign-up/email': signUp,
  '/sign-in/email': z.object({ email: email.default(''), password: password.default(''), rememberMe: z.boolean().optional() }),
  [DEMO_PATH]: z.object({}),
  [TRY_PATH]: z.object({}),
  [CONVERT_DEMO_PATH]: signUp,
  '/sign-out': z.object({ everywhere: z.boolean().optional() }),
  '/get-session': z.object({}),
  '/change-password': z.object({ newPassword: password, currentPassword: password, revokeOtherSessions: z.boolean().optional() }),
  '/update-user': z.strictObject({ name: name.default('') }),
  '/revoke-other-sessions': z.object({}),
  ...SECOND_FACTOR_FORMS,
  [CONFIRM_PATH]: z.object({ token }),
  [CONFIRM_AGAIN_PATH]: someEmail,
  [CONFIRM_STATE_PATH]: z.object({ token }),
  [RECOVERY_PATH]: someEmail,
  [RECOVERY_PASSWORD_PATH]: z.object({ token, newPassword: password }),
  [EMAIL_CHANGE_PATH]: z.object({ token, answer: z.enum(['look', 'agree', 'refuse']) }),
}
