import type { Fetch } from '../../providers/http.ts'
import type { ClientKeys } from '../account.ts'
import { authorization, type SignedRequest, type SigningToken, learnTime } from './signature.ts'

/** Constant: Tumblr may suspend applications without a user agent or with another's. */
const USER_AGENT = 'Ninesixteen/1.0'

export interface Signer {
  client: ClientKeys
  token?: SigningToken
}

interface Sending {
  body?: string | ReadableStream<Uint8Array>
  type?: string
  /** Content-Length of a streamed body, in bytes. */
  length?: number
  signal?: AbortSignal | null
}

/** Sends a signed request. The signature covers form fields, but no JSON or multipart bodies. */
export async function signedFetch(send: Fetch, signer: Signer, request: SignedRequest & Sending): Promise<Response> {
  const { method, url, body, type, length, signal = null } = request
  const headers: Record<string, string> = {
    authorization: authorization(request, signer),
    'user-agent': USER_AGENT,
    accept: 'application/json',
  }
  if (type) headers['content-type'] = type
  if (length !== undefined) headers['content-length'] = String(length)
  const response = await send(url, { method, headers, signal, ...(body !== undefined && { body, duplex: 'half' }) })
  learnTime(response)
  return response
}

/** Sends a request that authenticates only the application, by its consumer key in the query. */
export function keyedFetch(send: Fetch, client: ClientKeys, url: URL): Promise<Response> {
  url.searchParams.set('api_key', client.key)
  return send(url, { headers: { 'user-agent': USER_AGENT, accept: 'application/json' } })
}
