import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CHECKED_GROUPS, CREDENTIAL_NAMES } from './credential-names.ts'

export { CREDENTIAL_NAMES, CREDENTIALS, type CheckedGroup, type CredentialName } from './credential-names.ts'

const nameSchema = z.enum(CREDENTIAL_NAMES)

export const credentialSchema = z.object({
  name: nameSchema,
  set: z.boolean(),
  /** False if it was encrypted with another secret key. It is ignored until the user enters it again. */
  readable: z.boolean(),
  /** Secrets only. */
  last4: z.string().nullable(),
  /** Settings only. */
  value: z.string().nullable(),
  updatedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type Credential = z.infer<typeof credentialSchema>

/** Result of a check, as text for the user. */
export const credentialCheckSchema = z.object({ ok: z.boolean(), message: z.string() })
export type CredentialCheck = z.infer<typeof credentialCheckSchema>

export const credentialsContract = {
  list: oc.route({ method: 'GET', path: '/credentials' }).output(z.array(credentialSchema)),
  /** Null or an empty text removes a value; missing fields stay unchanged. */
  set: oc
    .route({ method: 'PUT', path: '/credentials' })
    .input(z.object({ values: z.partialRecord(nameSchema, z.string().trim().max(2000).nullable()) }))
    .output(z.array(credentialSchema)),
  /** Checks the stored values with the provider. Always answers, with the problem in words. */
  check: oc
    .route({ method: 'POST', path: '/credentials/{group}/check' })
    .input(z.object({ group: z.enum(CHECKED_GROUPS) }))
    .output(credentialCheckSchema),
}
