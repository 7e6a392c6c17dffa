import type { Fetch } from '../../providers/http.ts'
import type { ClientKeys } from '../account.ts'
import { authorization, type SignedRequest, type SigningToken } from './signature.ts'
import { learnTime } from './signing-clock.ts'

/** Named, and always the same: accounts of clients without a name, or with a borrowed one, may be suspended. */
const USER_AGENT = 'Ninesixteen/1.0'

export interface Signer {
  client: ClientKeys
  token?: SigningToken
}

interface Sending {
  body?: string | ReadableStream<Uint8Array>
  type?: string
  /** Of a body that is a stream, in bytes. */
  length?: number
  signal?: AbortSignal | null
}

/** Sends a signed request. JSON and multipart bodies are no part of the signature; the fields of a form are, and stand in both. */
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

/** A request that names the application alone, by its consumer key in the query. */
export function keyedFetch(send: Fetch, client: ClientKeys, url: URL): Promise<Response> {
  url.searchParams.set('api_key', client.key)
  return send(url, { headers: { 'user-agent': USER_AGENT, accept: 'application/json' } })
}
