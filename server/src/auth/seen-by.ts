import { CLIENT_ADDRESS_HEADER } from '../config/client-address.ts'
import type { RequestOrigin } from './mails/mails.ts'

/** Origin of a request, as shown to the account's owner. */
export function requestOriginOf(headers: Headers | undefined): RequestOrigin {
  const at = new Date().toISOString()
  return { at, browser: headers?.get('user-agent') ?? null, address: headers?.get(CLIENT_ADDRESS_HEADER) ?? null }
}
