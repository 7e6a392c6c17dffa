import { oc } from '@orpc/contract'
import { z } from 'zod'

/**
 * A person's own API credentials. `secret` ones are write-only: read back as set, with their last four characters. The others
 * are settings that belong to them and can be read.
 */
export const CREDENTIALS = {
  'openai.key': { group: 'ai', label: 'API key', secret: true },
  'openai.base_url': { group: 'ai', label: 'Base URL', secret: false },
  'openai.model': { group: 'ai', label: 'Model', secret: false },
  'tiktok.client_id': { group: 'tiktok', label: 'Client key', secret: true },
  'tiktok.client_secret': { group: 'tiktok', label: 'Client secret', secret: true },
  'tumblr.consumer_key': { group: 'tumblr', label: 'Consumer key', secret: true },
  'tumblr.consumer_secret': { group: 'tumblr', label: 'Consumer secret', secret: true },
} as const satisfies Record<string, { group: string; label: string; secret: boolean }>

export type CredentialName = keyof typeof CREDENTIALS
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[]

/** What can be checked together: the settings of one provider. */
export const CREDENTIAL_GROUPS = ['ai', 'tiktok', 'tumblr'] as const
export type CredentialGroup = (typeof CREDENTIAL_GROUPS)[number]

const nameSchema = z.enum(CREDENTIAL_NAMES)

export const credentialSchema = z.object({
  name: nameSchema,
  set: z.boolean(),
  /** Of a secret alone. */
  last4: z.string().nullable(),
  /** Of a setting that is no secret. */
  value: z.string().nullable(),
  updatedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type Credential = z.infer<typeof credentialSchema>

/** What a check found, in plain words. */
export const credentialCheckSchema = z.object({ ok: z.boolean(), message: z.string() })
export type CredentialCheck = z.infer<typeof credentialCheckSchema>

export const credentialsContract = {
  list: oc.route({ method: 'GET', path: '/credentials' }).output(z.array(credentialSchema)),
  /** Null or an empty text takes a value away; what is not named stays. */
  set: oc
    .route({ method: 'PUT', path: '/credentials' })
    .input(z.object({ values: z.partialRecord(nameSchema, z.string().trim().max(2000).nullable()) }))
    .output(z.array(credentialSchema)),
  /** Asks the provider with what is stored; always answers, and says in plain words what is wrong. */
  check: oc
    .route({ method: 'POST', path: '/credentials/{group}/check' })
    .input(z.object({ group: z.enum(CREDENTIAL_GROUPS) }))
    .output(credentialCheckSchema),
}
