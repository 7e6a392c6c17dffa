import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { VisitorBudgets } from '../auth/visitor-accounts.ts'
import type { Config } from '../config/config.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { OpenFetch } from '../providers/http.ts'
import { chatTimeouts, createChat, type Chat } from '../providers/openai/chat.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { Credentials } from './credentials.ts'

/** A user's AI provider: the instance's, or their own with their own key. */
export interface UserAi {
  chat: Chat
  model: string
  ideaModel: string
  /** Null for any model: users who pay choose. */
  allowedModels: readonly string[] | null
  /** Tokens a day; null for users who pay their provider. */
  dailyTokens: number | null
  visitors: VisitorBudgets
}

/**
 * The model for a request. The page offers the instance's models; a user with their own provider has chosen one in the settings. Throws
 * INVALID_INPUT for a model that isn't allowed.
 */
export function requestedModel(
  { allowedModels, model }: Pick<UserAi, 'allowedModels' | 'model'>,
  requested: string | null | undefined,
): string {
  const chosen = (allowedModels && requested) ?? model
  if (allowedModels?.includes(chosen) === false) throw new AppError('INVALID_INPUT', { fields: 'model' })
  return chosen
}

export type AiForUser = (userId: string) => Promise<UserAi>

export interface OwnAiParts {
  config: Pick<Config, 'ai' | 'aiTimeouts' | 'demo' | 'trial' | 'userBaseUrls'>
  settings: Pick<InstanceSettings, 'now'>
  /** The instance's. */
  chat: Chat
  credentials: Credentials
  log: Logger
  /** Connects only to public addresses. */
  openPublic: OpenFetch
}

/** Clients are cached, because they learn what their server supports. */
const CLIENTS_MAX = 200

/** Servers whose keys belong to paid accounts. */
const KEYS_ARE_ACCOUNTS = ['api.openai.com']

/**
 * The AI provider by user. Never sends the instance's key to a user's base URL. The instance's budget and models don't apply to a user's own
 * server; at the instance's server they do, because it may accept any string as a key.
 */
export function createAiForUser({ config, settings, chat, credentials, log, openPublic }: OwnAiParts): AiForUser {
  const { model, ideaModel, allowedModels } = config.ai
  const visitors = { demo: config.demo.dailyTokens, trial: config.trial.dailyTokens }
  const callsOf = createConcurrencyLimit()
  const clients = new Map<string, Chat>()

  function clientOf(baseUrl: string | null, apiKey: string): Chat {
    const id = createHash('sha256')
      .update(JSON.stringify([baseUrl, apiKey]))
      .digest('base64url')
    const cached = clients.get(id)
    if (cached) return cached
    // The operator's own server may be private; any other has to be public.
    const created = createChat(
      { baseUrl: baseUrl ?? config.ai.baseUrl, apiKey },
      { log, timeouts: chatTimeouts(config.aiTimeouts), ...(baseUrl !== null && !isListed(config, baseUrl) && { open: openPublic }) },
    )
    clients.set(id, created)
    const oldest = clients.keys().next()
    if (clients.size > CLIENTS_MAX && !oldest.done) clients.delete(oldest.value)
    return created
  }

  return async (userId) => {
    const shared = { model, ideaModel, allowedModels, dailyTokens: settings.now().dailyTokens, visitors }
    const own = await credentials.read(userId, ['openai.key', 'openai.base_url', 'openai.model'])
    const apiKey = own['openai.key']
    if (!apiKey) return { ...shared, chat: callsOf(userId, chat) }
    const baseUrl = own['openai.base_url'] ?? null
    if (baseUrl !== null) requireAllowedBaseUrl(config, baseUrl)
    const chosen = own['openai.model'] ?? null
    const ownProvider = { chat: callsOf(userId, clientOf(baseUrl, apiKey)), visitors }
    if (isOwnServer(config.ai.baseUrl, baseUrl))
      return { ...ownProvider, model: chosen ?? model, ideaModel: chosen ?? ideaModel, allowedModels: null, dailyTokens: null }
    const allowed = chosen !== null && allowedModels.includes(chosen) ? { model: chosen, ideaModel: chosen } : {}
    return { ...shared, ...allowed, ...ownProvider }
  }
}

/** Whether the user pays for requests to their base URL. */
export function isOwnServer(instances: string, baseUrl: string | null): boolean {
  if (baseUrl === null) return false
  const host = hostOf(baseUrl)
  return host !== hostOf(instances) || KEYS_ARE_ACCOUNTS.includes(host)
}

/** Ignores the port and a trailing dot: it is the same machine. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '')

type BaseUrls = Pick<Config, 'ai' | 'userBaseUrls'>

function isListed({ ai, userBaseUrls }: BaseUrls, baseUrl: string): boolean {
  return baseUrl === ai.baseUrl || (userBaseUrls !== 'any' && userBaseUrls.includes(baseUrl))
}

/** Returns the URL without a slash at the end; throws BASE_URL_REFUSED with the reason. The resolved address is checked on each request. */
export function requireAllowedBaseUrl(config: BaseUrls, given: string): string {
  const refuse = (reason: string) => new AppError('BASE_URL_REFUSED', { reason })
  if (!URL.canParse(given)) throw refuse('it is not an address such as https://api.openai.com/v1')
  const url = new URL(given)
  const baseUrl = given.replace(/\/+$/, '')
  if (isListed(config, baseUrl)) return baseUrl
  if (config.userBaseUrls !== 'any') throw refuse(listed(config.userBaseUrls))
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
