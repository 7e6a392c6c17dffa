import { oc } from '@orpc/contract'
import { z } from 'zod'

/** A key that signs in without a password, on a device or in a password manager. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the authenticator syncs it to the user's other devices. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  /** Null before its first use. */
  usedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

export const securitySchema = z.object({
  /** The newest first. */
  passkeys: z.array(passkeySchema),
  /** Whether sign-in requires a code after the password, and how many recovery codes are left. */
  codes: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
})
export type Security = z.infer<typeof securitySchema>

export const PASSKEY_NAME_MAX = 100
const id = z.string().min(1).max(100)

/** How a user signs in. Endpoints that create passkeys or turn codes on belong to the accounts library, below /api/auth. */
export const securityContract = {
  read: oc.route({ method: 'GET', path: '/me/security' }).output(securitySchema),
  renamePasskey: oc
    .route({ method: 'PATCH', path: '/me/passkeys/{id}', successStatus: 204 })
    .input(z.object({ id, name: z.string().trim().min(1).max(PASSKEY_NAME_MAX) }))
    .output(z.void()),
  removePasskey: oc.route({ method: 'DELETE', path: '/me/passkeys/{id}', successStatus: 204 }).input(z.object({ id })).output(z.void()),
}
