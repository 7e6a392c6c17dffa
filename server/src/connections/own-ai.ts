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

/** What writes for a person: the instance's provider, or with a key of their own theirs. */
export interface UserAi {
  chat: Chat
  model: string
  ideaModel: string
  /** Null for any: whoever pays chooses. */
  allowedModels: readonly string[] | null
  /** Tokens a day; null for whoever pays, whose tokens are not counted here. */
  dailyTokens: number | null
  visitors: VisitorBudgets
}

export type AiForUser = (userId: string) => Promise<UserAi>

export interface OwnAiParts {
  config: Pick<Config, 'ai' | 'aiPatience' | 'demo' | 'trial' | 'userBaseUrls'>
  settings: Pick<InstanceSettings, 'now'>
  /** The instance's. */
  chat: Chat
  credentials: Credentials
  log: Logger
  /** Reaches public addresses alone. */
  openPublic: OpenFetch
}

/** Clients are kept, because they learn what their server understands. */
const CLIENTS_MAX = 200

/** Servers at which a key is an account that is paid for, and not any word. */
const KEYS_ARE_ACCOUNTS = ['api.openai.com']

/**
 * The AI provider by person. A base URL of theirs is never called with a key that is not. Budget and models of the instance fall away
 * for a server of the person's own alone: at the instance's, a key may be any word that its server does not look at.
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
    const known = clients.get(id)
    if (known) return known
    // The operator's own address may be inside; any other has to be public.
    const made = createChat(
      { baseUrl: baseUrl ?? config.ai.baseUrl, apiKey },
      { log, timeouts: chatTimeouts(config.aiPatience), ...(baseUrl !== null && !isListed(config, baseUrl) && { open: openPublic }) },
    )
    clients.set(id, made)
    const oldest = clients.keys().next()
    if (clients.size > CLIENTS_MAX && !oldest.done) clients.delete(oldest.value)
    return made
  }

  return async (userId) => {
    const shared = { model, ideaModel, allowedModels, dailyTokens: settings.now().dailyTokens, visitors }
    const own = await credentials.read(userId, ['openai.key', 'openai.base_url', 'openai.model'])
    const apiKey = own['openai.key']
    if (!apiKey) return { ...shared, chat: callsOf(userId, chat) }
    const baseUrl = own['openai.base_url'] ?? null
    if (baseUrl !== null) requireAllowedBaseUrl(config, baseUrl)
    const chosen = own['openai.model'] ?? null
    const theirs = { chat: callsOf(userId, clientOf(baseUrl, apiKey)), visitors }
    if (isOwnServer(config.ai.baseUrl, baseUrl))
      return { ...theirs, model: chosen ?? model, ideaModel: chosen ?? ideaModel, allowedModels: null, dailyTokens: null }
    const allowed = chosen !== null && allowedModels.includes(chosen) ? { model: chosen, ideaModel: chosen } : {}
    return { ...shared, ...allowed, ...theirs }
  }
}

/** Whether a person pays for what is asked of a base URL of theirs. */
export function isOwnServer(instances: string, baseUrl: string | null): boolean {
  if (baseUrl === null) return false
  const host = hostOf(baseUrl)
  return host !== hostOf(instances) || KEYS_ARE_ACCOUNTS.includes(host)
}

/** Whatever the port, it is the same machine; a dot at the end of a name changes nothing. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '')

type BaseUrls = Pick<Config, 'ai' | 'userBaseUrls'>

function isListed({ ai, userBaseUrls }: BaseUrls, baseUrl: string): boolean {
  return baseUrl === ai.baseUrl || (userBaseUrls !== 'any' && userBaseUrls.includes(baseUrl))
}

/** Without a slash at the end; throws BASE_URL_REFUSED with the reason. What a name resolves to is looked at when it is called. */
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
  return allowed.length === 0
    ? 'whoever runs this instance allows none but its own; leave it empty'
    : `whoever runs this instance allows ${allowed.join(', ')}`
}
