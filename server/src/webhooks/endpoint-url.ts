import { isIP } from 'node:net'
import { AppError } from '@ninesixteen/shared/errors'
import { isPublicAddress } from '../providers/public-address.ts'

/** Throws WEBHOOK_URL_REFUSED with the reason. The resolved address is checked at each attempt. */
export function requireWebhookUrl(input: string, { allowPrivate }: { allowPrivate: boolean }): string {
  const refuse = (reason: string) => new AppError('WEBHOOK_URL_REFUSED', { reason })
  if (!URL.canParse(input)) throw refuse('it is not a URL such as https://example.com/webhooks')
  const url = new URL(input)
  if (allowPrivate ? !/^https?:$/.test(url.protocol) : url.protocol !== 'https:') throw refuse('it has to begin with https://')
  if (url.username || url.password) throw refuse('it must not contain a name or password')
  url.hash = ''
  if (!allowPrivate && isPrivateHost(url.hostname)) throw refuse('it has to be on the public internet')
  return url.href
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return !isPublicAddress(host)
  return !host.includes('.') || /\.(local|localhost|internal|home\.arpa)$/.test(host)
}
