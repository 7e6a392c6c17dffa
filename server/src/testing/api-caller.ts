import { randomUUID } from 'node:crypto'
import type { NewApiKey } from '@ninesixteen/shared/api/api-keys'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { API_SCOPES } from '@ninesixteen/shared/public-api/scopes'
import type { Answer, Caller } from './caller.ts'

interface Sent {
  body?: unknown
  headers?: Record<string, string>
  /** A new one by default. */
  idempotencyKey?: string
}

/** Calls the public API with a key, as a program does: no cookies, no origin. */
export class ApiCaller {
  readonly url: string
  readonly secret: string
  readonly id: string

  constructor(url: string, key: { secret: string; id: string }) {
    this.url = url
    this.secret = key.secret
    this.id = key.id
  }

  fetch(method: string, path: string, { body, headers = {}, idempotencyKey = randomUUID() }: Sent = {}): Promise<Response> {
    const isFile = body instanceof Uint8Array
    return fetch(this.url + PUBLIC_API_PREFIX + path, {
      method,
      headers: {
        authorization: `Bearer ${this.secret}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': isFile ? 'image/jpeg' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }

  async call<T = Record<string, unknown>>(method: string, path: string, sent: Sent = {}): Promise<Answer<T>> {
    const response = await this.fetch(method, path, sent)
    const text = await response.text()
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : null) as T }
  }
}

/** Creates a key on the settings page, by default with all scopes. */
export async function buildApiKey(user: Caller, overrides: Partial<NewApiKey> = {}): Promise<ApiCaller> {
  const input = { name: 'Test', scopes: API_SCOPES, companyId: null, days: null, ...overrides }
  const { key, secret } = await user.api<{ key: { id: string }; secret: string }>('POST', '/api-keys', input)
  return new ApiCaller(user.url, { secret, id: key.id })
}
