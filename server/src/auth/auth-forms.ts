import { z } from 'zod'
import { INVITATION_TOKEN_MAX } from '@ninesixteen/shared/api/limits'
import type { AUTH_PATHS } from './auth.ts'
import { DEMO_PATH, KEEP_DEMO_PATH, TRY_PATH } from './demo-sign-in.ts'
import { SECOND_FACTOR_FORMS } from './second-factor/paths.ts'
import {
  CONFIRM_AGAIN_PATH,
  CONFIRM_PATH,
  CONFIRM_STATE_PATH,
  EMAIL_CHANGE_PATH,
  RECOVERY_PASSWORD_PATH,
  RECOVERY_PATH,
} from './link-endpoints.ts'

/** Longest address of email (RFC 5321, 4.5.3.1.3). */
const email = z.string().max(254)
/** The library refuses one over 128 in words of its own. */
const password = z.string().max(1000)
const name = z.string().max(1000)

/** Of a link in a mail. */
const token = z.string().max(1000)
/** As the library checks it before it looks for it. */
const someEmail = z.object({ email: email.trim().pipe(z.email()) })

const signUp = z.object({
  email: email.default(''),
  password: password.default(''),
  name: name.default(''),
  /** As the link of an invitation has it. */
  invitation: z.string().max(INVITATION_TOKEN_MAX).optional(),
})

/**
 * What each form may bring. The accounts library takes over further fields of a person's row as they come, and logs some of them whole: what
 * does not stand here never reaches it. Only who changes their account is told so; a client of the library may send more to the others.
 */
export const AUTH_FORMS: Record<(typeof AUTH_PATHS)[number], z.ZodType<Record<string, unknown>>> = {
  '/sign-up/email': signUp,
  '/sign-in/email': z.object({ email: email.default(''), password: password.default(''), rememberMe: z.boolean().optional() }),
  [DEMO_PATH]: z.object({}),
  [TRY_PATH]: z.object({}),
  [KEEP_DEMO_PATH]: signUp,
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
