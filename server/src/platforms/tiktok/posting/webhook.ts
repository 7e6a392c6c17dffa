import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseExactJson } from '../../../providers/read-response.ts'
import type { EventClaim, PlatformEvent, PlatformWebhook } from '../../webhook.ts'
import { tiktokPostUrl, type TiktokSettings } from '../settings.ts'

/** Most seconds between an event's time and now. */
const WINDOW_SECONDS = 300
/** SHA-256 in hex. */
const HEX = /^[0-9a-f]{64}$/
/** Far above any of TikTok's events. */
export const WEBHOOK_BYTES_MAX = 64 * 1024

/** Known events; any other is `other`. */
const KINDS = {
  'post.publish.complete': 'published',
  'post.publish.failed': 'failed',
  'post.publish.publicly_available': 'public',
  'authorization.removed': 'account-removed',
} as const

/** A platform event with the reason of a failure, for `tiktokFailure`. */
export interface TiktokEvent extends PlatformEvent {
  reason: string | null
}

/** `signature`: not from TikTok. `stale`: too old, perhaps replayed. `unreadable`: from TikTok, in an unknown form. */
export type WebhookFault = 'signature' | 'stale' | 'unreadable'

/** PostgreSQL can't store NUL in text, and TikTok sends none. */
const textOf = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes('\0') && text.isWellFormed())
const idOf = (most: number) => textOf(most).min(1)
/** Ids can be numbers. */
const numericOf = (most: number) => z.union([textOf(most), z.number().transform(String)])

const claimSchema = z.object({ client_key: idOf(200), user_openid: idOf(200) })
const eventSchema = claimSchema.extend({
  event: textOf(200),
  /** Within the range of a Date, in seconds. */
  create_time: z.number().int().min(0).max(99_999_999_999),
  /** JSON in a string. */
  content: z.union([z.string().transform((text) => parseExactJson(text) ?? null), z.record(z.string(), z.unknown())]).default({}),
})
const contentSchema = z.object({
  publish_id: idOf(200).optional(),
  post_id: numericOf(100).optional(),
  reason: numericOf(200).optional(),
})

/** The claim of an unverified event; null if it isn't one. Verify its signature with that application's secret before trusting it. */
export function claimOf(rawBody: Uint8Array): EventClaim | null {
  if (rawBody.byteLength > WEBHOOK_BYTES_MAX) return null
  const claim = claimSchema.safeParse(parseExactJson(Buffer.from(rawBody).toString('utf8')))
  return claim.success ? { clientKey: claim.data.client_key, accountId: claim.data.user_openid } : null
}

/** The fields of the signature header; null if it is malformed. */
function signatureFields(header: string | null | undefined): { time: string; signatures: string[] } | null {
  const fields = (header ?? '').split(',').map((field) => field.trim().split('=') as [string, string | undefined])
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = fields.flatMap(([name, value]) => (name === 's' && value !== undefined && HEX.test(value) ? [value] : []))
  return /^\d{1,12}$/.test(time) && signatures.length > 0 ? { time, signatures } : null
}

const isStale = (time: string, now: number): boolean => Math.abs(now - Number(time)) > WINDOW_SECONDS

/** Whether a header is well-formed and recent. Any other event is rejected without loading a secret. */
export function maySign(signatureHeader: string | null, now: number): boolean {
  const fields = signatureFields(signatureHeader)
  return fields !== null && !isStale(fields.time, now)
}

interface Trust {
  /** The application's client secret. */
  secret: string
  /** Seconds since 1970. */
  now: number
}

/** Verifies and parses an event; the signature covers the raw bytes. Events may arrive twice, late and in any order. */
export function readTiktokWebhook(
  rawBody: Uint8Array,
  signatureHeader: string | null | undefined,
  { secret, now }: Trust,
): { event: TiktokEvent } | { fault: WebhookFault } {
  const fields = signatureFields(signatureHeader)
  if (!fields || rawBody.byteLength > WEBHOOK_BYTES_MAX) return { fault: 'signature' }
  const { time, signatures } = fields
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  if (!signatures.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected))) return { fault: 'signature' }
  if (isStale(time, now)) return { fault: 'stale' }
  const parsed = eventSchema.safeParse(parseExactJson(Buffer.from(rawBody).toString('utf8')))
  const content = contentSchema.safeParse(parsed.data?.content)
  if (!parsed.success || !content.success) return { fault: 'unreadable' }
  const { client_key: clientKey, event, create_time: createdAt, user_openid: accountId } = parsed.data
  const { publish_id: remoteId = null, post_id: postId = null, reason = null } = content.data
  const kind = Object.hasOwn(KINDS, event) ? KINDS[event as keyof typeof KINDS] : 'other'
  return { event: { kind, clientKey, accountId, createdAt, remoteId, postId, reason } }
}

export function createTiktokWebhook(settings: TiktokSettings): PlatformWebhook {
  return {
    signatureHeader: 'tiktok-signature',
    claimOf: ({ body, signature, now }) => (maySign(signature, now) ? claimOf(body) : null),
    read({ body, signature, now }, secret) {
      const read = readTiktokWebhook(body, signature, { secret, now })
      return 'event' in read ? read.event : null
    },
    urlOf: tiktokPostUrl(settings),
  }
}
