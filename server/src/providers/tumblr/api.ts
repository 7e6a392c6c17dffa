import type { Fetch } from '../http.ts'
import type { ClientKeys } from '../platform-account.ts'
import { authorization, type SignedRequest, type SigningToken } from './signature.ts'

/** Named, and always the same: accounts of clients without a name, or with a borrowed one, may be suspended. */
const USER_AGENT = 'Ninesixteen/1.0'

export interface Signer {
  client: ClientKeys
  token?: SigningToken
}

/** Sends a signed request. JSON and multipart bodies are no part of the signature. */
export function signedFetch(
  send: Fetch,
  signer: Signer,
  request: SignedRequest & { body?: string | FormData | Uint8Array<ArrayBuffer>; type?: string },
): Promise<Response> {
  const { method, url, body, type } = request
  const headers: Record<string, string> = {
    authorization: authorization(request, signer),
    'user-agent': USER_AGENT,
    accept: 'application/json',
  }
  if (type) headers['content-type'] = type
  return send(url, { method, headers, ...(body !== undefined && { body }) })
}

/** A request that names the application alone, by its consumer key in the query. */
export function keyedFetch(send: Fetch, client: ClientKeys, url: URL): Promise<Response> {
  url.searchParams.set('api_key', client.key)
  return send(url, { headers: { 'user-agent': USER_AGENT, accept: 'application/json' } })
}
