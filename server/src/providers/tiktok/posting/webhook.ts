import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseExactJson } from '../../read-answer.ts'

/** Seconds that an event may be old, or its clock ahead. */
const WINDOW_SECONDS = 300
/** No event of TikTok comes near this, in bytes. */
export const WEBHOOK_BYTES_MAX = 64 * 1024

/** What the events say that we know; any other is `other`, and answered like the rest. */
const KINDS = {
  'post.publish.complete': 'published',
  'post.publish.failed': 'failed',
  'post.publish.inbox_delivered': 'inbox',
  'post.publish.publicly_available': 'public',
  // The platform's own spelling.
  'post.publish.no_longer_publicaly_available': 'withdrawn',
  'authorization.removed': 'account-removed',
} as const

export interface TiktokEvent {
  kind: (typeof KINDS)[keyof typeof KINDS] | 'other'
  /** Which application it is about, and which person. */
  clientKey: string
  openId: string
  /** In seconds since 1970. */
  createdAt: number
  /** Null where it is about no post. */
  publishId: string | null
  postId: string | null
  /** Why it failed, for `tiktokFailure`. */
  reason: string | null
}

/** `signature`: not from TikTok. `stale`: maybe once, and not now. `unreadable`: from TikTok, in a form we do not know. */
export type WebhookFault = 'signature' | 'stale' | 'unreadable'

const eventSchema = z.object({
  client_key: z.string(),
  event: z.string(),
  create_time: z.number(),
  user_openid: z.string(),
  /** A text of JSON. */
  content: z.union([z.string().transform((text) => parseExactJson(text) ?? null), z.record(z.string(), z.unknown())]).default({}),
})
const contentSchema = z.object({
  publish_id: z.string().optional(),
  post_id: z.union([z.string(), z.number().transform(String)]).optional(),
  reason: z.union([z.string(), z.number().transform(String)]).optional(),
})

/** For which application an event says it is, which is not believed before its signature was read with the secret of just that one. */
export function claimedClientKey(rawBody: Uint8Array): string | null {
  if (rawBody.byteLength > WEBHOOK_BYTES_MAX) return null
  const claim = z.object({ client_key: z.string().min(1).max(200) }).safeParse(parseExactJson(Buffer.from(rawBody).toString('utf8')))
  return claim.success ? claim.data.client_key : null
}

interface Trust {
  /** Of the application that the event is for. */
  secret: string
  /** Seconds since 1970. */
  now: number
}

/** Reads an event whose signature covers the bytes as they came. It may come twice, late, and in any order. */
export function readTiktokWebhook(
  rawBody: Uint8Array,
  signatureHeader: string | null | undefined,
  { secret, now }: Trust,
): { event: TiktokEvent } | { fault: WebhookFault } {
  const fields = (signatureHeader ?? '').split(',').map((field) => field.trim().split('=') as [string, string | undefined])
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  const given = fields.flatMap(([name, value]) => (name === 's' && value !== undefined ? [value] : []))
  if (!/^\d{1,12}$/.test(time) || rawBody.byteLength > WEBHOOK_BYTES_MAX) return { fault: 'signature' }
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  if (!given.some((one) => isSame(one, expected))) return { fault: 'signature' }
  if (Math.abs(now - Number(time)) > WINDOW_SECONDS) return { fault: 'stale' }
  const parsed = eventSchema.safeParse(parseExactJson(Buffer.from(rawBody).toString('utf8')))
  const content = contentSchema.safeParse(parsed.data?.content)
  if (!parsed.success || !content.success) return { fault: 'unreadable' }
  const { client_key: clientKey, event, create_time: createdAt, user_openid: openId } = parsed.data
  const { publish_id: publishId = null, post_id: postId = null, reason = null } = content.data
  const kind = Object.hasOwn(KINDS, event) ? KINDS[event as keyof typeof KINDS] : 'other'
  return { event: { kind, clientKey, openId, createdAt, publishId, postId, reason } }
}

function isSame(hex: string, expected: Buffer): boolean {
  const bytes = /^[0-9a-f]{64}$/.test(hex) ? Buffer.from(hex, 'hex') : Buffer.alloc(0)
  return bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected)
}
