import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import { AppError } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import type { Credentials } from './credentials.ts'

/** The instance's base URL of an API, and the base URLs that users may enter for their own. */
export interface BaseUrls extends Pick<Config, 'userBaseUrls'> {
  /** Null if the instance has none. */
  instance: string | null
}

export interface ClientSettings {
  baseUrl: string
  apiKey: string
  /** As entered, at a server of the user; null for the instance's. */
  model: string | null
  /** Connects only to public addresses: the operator's own server may be private, and no other. */
  isPublicOnly: boolean
}

/** A user's own provider of an API. */
export interface OwnProvider<T> {
  client: T
  /** As entered; null without. */
  model: string | null
  /** Whether the user pays for requests, so that the instance's limits don't apply. */
  isOwnServer: boolean
}

export interface OwnProviderParts<T> {
  credentials: Credentials
  names: Readonly<Record<'key' | 'baseUrl' | 'model', CredentialName>>
  urls: BaseUrls
  create(settings: ClientSettings): T
}

/** Clients are cached, because they learn what their server supports. */
const CLIENTS_MAX = 200

const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** Servers whose keys belong to paid accounts. */
const KEYS_ARE_ACCOUNTS = ['api.openai.com']

/** The own provider by user; null without an own key. Never sends the instance's key to a user's base URL. */
export function createOwnProvider<T>({ credentials, names, urls, create }: OwnProviderParts<T>) {
  const clients = new Map<string, T>()

  function clientOf(settings: ClientSettings): T {
    const { baseUrl, apiKey, model, isPublicOnly } = settings
    const id = createHash('sha256')
      .update(JSON.stringify([baseUrl, apiKey, model, isPublicOnly]))
      .digest('base64url')
    const cached = clients.get(id)
    if (cached) return cached
    const created = create(settings)
    clients.set(id, created)
    const oldest = clients.keys().next()
    if (clients.size > CLIENTS_MAX && !oldest.done) clients.delete(oldest.value)
    return created
  }

  return async (userId: string): Promise<OwnProvider<T> | null> => {
    const own = await credentials.read(userId, Object.values(names))
    const apiKey = own[names.key]
    if (!apiKey) return null
    const entered = own[names.baseUrl] ?? null
    if (entered !== null) requireAllowedBaseUrl(urls, entered)
    const baseUrl = entered ?? urls.instance ?? OPENAI_BASE_URL
    const model = own[names.model] ?? null
    const isOwn = isOwnServer(urls.instance, entered)
    const isPublicOnly = entered !== null && !isListed(urls, entered)
    const client = clientOf({ baseUrl, apiKey, model: isOwn ? model : null, isPublicOnly })
    return { client, model, isOwnServer: isOwn }
  }
}

/** Whether the user pays for requests to their base URL. */
export function isOwnServer(instance: string | null, baseUrl: string | null): boolean {
  if (instance === null) return true
  if (baseUrl === null) return false
  const host = hostOf(baseUrl)
  return host !== hostOf(instance) || KEYS_ARE_ACCOUNTS.includes(host)
}

/** Ignores the port and a trailing dot: it is the same machine. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '')

function isListed({ instance, userBaseUrls }: BaseUrls, baseUrl: string): boolean {
  return baseUrl === instance || (userBaseUrls !== 'any' && userBaseUrls.includes(baseUrl))
}

/** Returns the URL without a slash at the end; throws BASE_URL_REFUSED with the reason. The resolved address is checked on each request. */
export function requireAllowedBaseUrl(urls: BaseUrls, given: string): string {
  const refuse = (reason: string) => new AppError('BASE_URL_REFUSED', { reason })
  if (!URL.canParse(given)) throw refuse('it is not an address such as https://api.openai.com/v1')
  const url = new URL(given)
  const baseUrl = given.replace(/\/+$/, '')
  if (isListed(urls, baseUrl)) return baseUrl
  if (urls.userBaseUrls !== 'any') throw refuse(listed(urls.userBaseUrls))
  if (url.protocol !== 'https:') throw refuse('it has to begin with https://')
  if (url.username || url.password) throw refuse('it may not hold a name or password')
  if (url.search || url.hash) throw refuse('it may not have a query')
  const host = url.hostname.replace(/\.$/, '')
  if (isIP(host.replace(/^\[|\]$/g, '')) || !host.includes('.') || /\.(local|localhost|internal|home\.arpa)$/.test(host))
    throw refuse('it has to be the name of a public server')
  return baseUrl
}

function listed(allowed: string[]): string {
  return allowed.length === 0 ? 'the operator allows no other server; leave it empty' : `the operator allows ${allowed.join(', ')}`
}
