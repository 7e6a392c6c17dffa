import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

export function createWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

export interface SignedContent {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** The header `webhook-signature`: one signature for each secret, separated by spaces. */
export function signWebhook(secrets: readonly string[], { id, timestamp, body }: SignedContent): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
