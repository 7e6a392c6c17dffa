import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import type { SeenFrom } from './mails/mails.ts'

/** From where a call of the accounts library comes, as its owner is told. */
export function seenBy(headers: Headers | undefined): SeenFrom {
  const at = new Date().toISOString()
  return { at, browser: headers?.get('user-agent') ?? null, address: headers?.get(CLIENT_ADDRESS_HEADER) ?? null }
}
