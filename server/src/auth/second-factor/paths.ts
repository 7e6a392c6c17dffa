import { z } from 'zod'

/* Paths of the accounts library for second factors, and the fields of each. */

/** The challenge for signing in with a passkey. Requested for each try, and valid for five minutes. */
export const PASSKEY_CHALLENGE_PATH = '/passkey/generate-authenticate-options'
export const PASSKEY_SIGN_IN_PATH = '/passkey/verify-authentication'
/** After the right password: a TOTP code, or a recovery code. */
export const CODE_PATH = '/two-factor/verify-totp'
export const RECOVERY_CODE_PATH = '/two-factor/verify-backup-code'

/** Begins the registration of a passkey for the signed-in user; needs the password. */
export const NEW_PASSKEY_PATH = '/passkey/generate-register-options'
export const REGISTER_PASSKEY_PATH = '/passkey/verify-registration'
/** Creates a TOTP secret; codes are on once a first code was right. This and the following need the password. */
export const CODES_ON_PATH = '/two-factor/enable'
/** The product's name for CODE_PATH in an open session. */
export const FIRST_CODE_PATH = '/two-factor/confirm'
export const CODES_OFF_PATH = '/two-factor/disable'
export const NEW_RECOVERY_CODES_PATH = '/two-factor/generate-backup-codes'

/** They begin a session, regardless of a current one. */
export const SECOND_FACTOR_BEGINNINGS = [PASSKEY_CHALLENGE_PATH, PASSKEY_SIGN_IN_PATH, CODE_PATH, RECOVERY_CODE_PATH] as const
/** They change how a user signs in. */
export const SECOND_FACTOR_CHANGES = [
  NEW_PASSKEY_PATH,
  REGISTER_PASSKEY_PATH,
  CODES_ON_PATH,
  FIRST_CODE_PATH,
  CODES_OFF_PATH,
  NEW_RECOVERY_CODES_PATH,
] as const
/** The library compares the password. */
export const SECOND_FACTOR_PASSWORDS = [CODES_ON_PATH, CODES_OFF_PATH, NEW_RECOVERY_CODES_PATH] as const
/** GET in the library, POST in the product: they set a cookie and write a row, which a link or an image must not trigger. */
export const LIBRARY_GET_PATHS = [PASSKEY_CHALLENGE_PATH, NEW_PASSKEY_PATH] as const

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/)
/** An id has 1023 bytes at most (WebAuthn 5.8.3). */
const credentialId = base64url(1364)
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const clientDataJSON = base64url(4096)
/** Enough for kilobyte-long keys and signatures of future algorithms, and for an attestation chain. */
const LONG = 24_000

const password = z.strictObject({ password: z.string().max(1000) })
/** As typed: apps show codes in two groups. */
const code = z
  .string()
  .max(40)
  .transform((typed) => typed.replaceAll(/[^0-9]/g, ''))
const recoveryCode = z
  .string()
  .max(60)
  .transform((typed) => typed.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))

export const SECOND_FACTOR_FORMS = {
  [PASSKEY_CHALLENGE_PATH]: z.object({}),
  [PASSKEY_SIGN_IN_PATH]: z.object({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON,
        authenticatorData: base64url(LONG),
        signature: base64url(LONG),
        userHandle: base64url(128).optional(),
      }),
      clientExtensionResults: z.object({}).default({}),
    }),
  }),
  [CODE_PATH]: z.object({ code }),
  [RECOVERY_CODE_PATH]: z.object({ code: recoveryCode }),
  [NEW_PASSKEY_PATH]: password,
  [REGISTER_PASSKEY_PATH]: z.object({
    name: z.string().trim().min(1).max(100),
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON,
        attestationObject: base64url(LONG),
        transports: z.array(z.string().max(20)).max(10).optional(),
      }),
      clientExtensionResults: z.object({}).default({}),
    }),
  }),
  [CODES_ON_PATH]: password,
  [FIRST_CODE_PATH]: z.object({ code }),
  [CODES_OFF_PATH]: password,
  [NEW_RECOVERY_CODES_PATH]: password,
} as const satisfies Record<string, z.ZodType<Record<string, unknown>>>
