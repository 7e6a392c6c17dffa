import type { Logger } from 'pino'
import type { LocalModel } from '@ninesixteen/shared/api/local-models'
import { AppError } from '@ninesixteen/shared/errors'
import { isDemo, type VisitorBudgets } from '../auth/visitor-accounts.ts'
import type { Config } from '../config/config.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { OpenFetch } from '../providers/http.ts'
import { chatTimeouts, createChat, type Chat } from '../providers/openai/chat.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { Credentials } from './credentials.ts'
import type { Db } from '../db/db.ts'
import type { LocalAiService } from './local-ai.ts'
import { createOwnProvider } from './own-provider.ts'

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

export const OWN_AI = { key: 'openai.key', baseUrl: 'openai.base_url', model: 'openai.model' } as const

export interface OwnAiParts {
  config: Pick<Config, 'ai' | 'aiTimeouts' | 'demo' | 'trial' | 'userBaseUrls'>
  settings: Pick<InstanceSettings, 'now'>
  /** The instance's. */
  chat: Chat
  localAi: Pick<LocalAiService, 'current' | 'chat'>
  db: Db
  credentials: Credentials
  log: Logger
  /** Connects only to public addresses. */
  openPublic: OpenFetch
}

/**
 * The AI provider by user. The instance's budget and models don't apply to a user's own server; at the instance's server they do, because it
 * may accept any string as a key.
 */
export function createAiForUser({ config, settings, chat, localAi, db, credentials, log, openPublic }: OwnAiParts): AiForUser {
  const { model, ideaModel, allowedModels, baseUrl: instance } = config.ai
  const visitors = { demo: config.demo.dailyTokens, trial: config.trial.dailyTokens }
  const callsOf = createConcurrencyLimit()
  const timeouts = chatTimeouts(config.aiTimeouts)
  const ownOf = createOwnProvider({
    credentials,
    names: OWN_AI,
    urls: { instance, userBaseUrls: config.userBaseUrls },
    create: (given) => createChat(given, { log, timeouts, ...(given.isPublicOnly && { open: openPublic }) }),
  })

  return async (userId) => {
    const shared = { model, ideaModel, allowedModels, dailyTokens: settings.now().dailyTokens, visitors }
    const own = await ownOf(userId)
    if (own === null) {
      const local = await localModelFor(userId, { localAi, db })
      if (local === null) return { ...shared, chat: callsOf(userId, chat) }
      // The page may still offer the sandbox's models.
      return { ...shared, model: local.model, ideaModel: local.model, allowedModels: null, chat: callsOf(userId, localAi.chat(local)) }
    }
    const { client, model: chosen, isOwnServer } = own
    const ownProvider = { chat: callsOf(userId, client), visitors }
    if (isOwnServer)
      return { ...ownProvider, model: chosen ?? model, ideaModel: chosen ?? ideaModel, allowedModels: null, dailyTokens: null }
    const allowed = chosen !== null && allowedModels.includes(chosen) ? { model: chosen, ideaModel: chosen } : {}
    return { ...shared, ...allowed, ...ownProvider }
  }
}

/** The model on this machine that writes for a user; null without. Visitors without an account don't use it. */
async function localModelFor(
  userId: string,
  { localAi, db }: { localAi: Pick<LocalAiService, 'current'>; db: Db },
): Promise<LocalModel | null> {
  const local = localAi.current()
  return local !== null && (await db.asUser(userId, (tx) => isDemo(tx, userId))) ? null : local
}
