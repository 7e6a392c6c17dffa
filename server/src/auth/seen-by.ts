import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import type { SeenFrom } from './mails/mails.ts'

/** Origin of a request, as shown to the account's owner. */
export function seenBy(headers: Headers | undefined): SeenFrom {
  const at = new Date().toISOString()
  return { at, browser: headers?.get('user-agent') ?? null, address: headers?.get(CLIENT_ADDRESS_HEADER) ?? null }
}
