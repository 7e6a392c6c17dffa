import { oc } from '@orpc/contract'
import { z } from 'zod'
import { API_SCOPES } from '../public-api/scopes.ts'
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX } from './limits.ts'

const moment = z.iso.datetime({ offset: true })

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** An app that the user connected; it has tokens instead of a key. */
  isApp: z.boolean().default(false),
  /** The last four characters, to recognize the key; empty for an app. */
  ending: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Null: all companies. */
  companyId: z.uuid().nullable(),
  /** Null: never. */
  expiresAt: moment.nullable(),
  /** To the minute; null before the first use. */
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
  createdAt: moment,
})
export type ApiKeyRow = z.infer<typeof apiKeySchema>

export const newApiKeySchema = z.object({
  name: z.string().trim().min(1, 'Please enter a name for the key').max(API_KEY_NAME_MAX),
  scopes: z.array(z.enum(API_SCOPES)).min(1, 'Choose what the key may do'),
  companyId: z.uuid().nullable().default(null),
  /** Null: the key doesn't expire. */
  days: z.number().int().min(1).max(API_KEY_DAYS_MAX).nullable(),
})
export type NewApiKey = z.infer<typeof newApiKeySchema>

export const apiKeysContract = {
  /** Keys and connected apps, newest first, without those revoked more than a month ago. */
  list: oc.route({ method: 'GET', path: '/api-keys' }).output(z.array(apiKeySchema)),
  /** `secret` is the key itself, which is shown this once. */
  create: oc
    .route({ method: 'POST', path: '/api-keys', successStatus: 201 })
    .input(newApiKeySchema)
    .output(z.object({ key: apiKeySchema, secret: z.string() })),
  /** Takes effect with the next request. Revoking again changes nothing. */
  revoke: oc.route({ method: 'DELETE', path: '/api-keys/{id}' }).input(z.object({ id: z.uuid() })),
}
