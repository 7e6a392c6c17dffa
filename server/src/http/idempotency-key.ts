import type { Context } from 'hono'
import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { unusable, type IdempotencyKey, requestDigest } from '../idempotency/idempotency-keys.ts'
import type { AppEnv } from './app-env.ts'

/** The idempotency key of a request, or null for pages that send none. */
export function idempotencyKeyOf(c: Context<AppEnv>, kind: 'film' | 'rewriting' | 'captions', request: unknown): IdempotencyKey | null {
  const header = c.req.header(IDEMPOTENCY_HEADER)
  if (header === undefined) return null
  const key = z.uuid().safeParse(header)
  if (!key.success) throw unusable()
  return { key: key.data.toLowerCase(), digest: requestDigest(kind, request) }
}
