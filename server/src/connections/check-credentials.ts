import { randomUUID } from 'node:crypto'
import type { CheckedGroup, CredentialCheck } from '@ninesixteen/shared/api/credentials'
import { AppError } from '@ninesixteen/shared/errors'
import { STOCK_SERVICE_IDS, STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/photos/stock-services'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { PlatformError } from '../providers/platform-error.ts'
import type { StockPhotos } from '../photos/stock-photos.ts'
import type { Credentials } from './credentials.ts'
import { STOCK_CREDENTIALS } from './stock-key.ts'
import { faultText } from './failure.ts'
import type { AiForUser } from './own-ai.ts'
import type { Platforms } from '../platforms/platform.ts'

export interface CheckParts {
  credentials: Credentials
  platforms: Platforms
  aiOf: AiForUser
  stock: Pick<StockPhotos, 'search'>
}

/** Enough tokens for one word. */
const CHECK_TOKENS = 16

/** Tests a user's stored credentials with a real request. */
export function createCredentialCheck({ credentials, platforms, aiOf, stock }: CheckParts) {
  async function checkAi(userId: string, signal: AbortSignal): Promise<CredentialCheck> {
    const own = await credentials.read(userId, ['openai.key', 'openai.base_url', 'openai.model'])
    if (!own['openai.key']) {
      const rest = own['openai.base_url'] ?? own['openai.model']
      return rest
        ? { ok: false, message: 'Base URL and model count only with an API key of your own. Enter the key too.' }
        : { ok: false, message: 'No API key is set, so the provider of this instance writes your slides.' }
    }
    const ai = await aiOf(userId)
    try {
      const messages = [{ role: 'user' as const, content: 'Reply with the word ready.' }]
      await ai.chat.complete({ model: ai.model, messages, maxTokens: CHECK_TOKENS, temperature: 0 }, signal)
    } catch (thrown) {
      // The provider accepted the key and started a response, which is enough.
      if (!(thrown instanceof AppError) || !['AI_NO_CONTENT', 'AI_REFUSED'].includes(thrown.code)) throw thrown
    }
    const limits =
      ai.dailyTokens === null ? '' : ' Models and tokens a day stay those of this instance: they fall away with a base URL of your own.'
    return { ok: true, message: `The provider accepts the key and answers with ${ai.model}.${limits}` }
  }

  async function checkPlatform(userId: string, id: PlatformId, origin: string): Promise<CredentialCheck> {
    const { label, credentials: names, accounts, callbackPath } = platforms[id]
    const own = await credentials.read(userId, [names.key, names.secret])
    const [key, secret] = [own[names.key], own[names.secret]]
    if (!key && !secret) return { ok: false, message: `No key is set, so ${label} accounts are connected with the key of this instance.` }
    if (!key || !secret) return { ok: false, message: `The ${key ? 'secret' : 'key'} is missing: ${label} needs both.` }
    try {
      await accounts.checkClient({ key, secret }, origin + callbackPath)
      return { ok: true, message: `${label} accepts the key and the secret.` }
    } catch (thrown) {
      if (!(thrown instanceof PlatformError)) throw thrown
      if (thrown.fault === 'client') return { ok: false, message: `${label} refuses them: ${faultText(thrown)}.` }
      return { ok: false, message: `${label} could not be asked: ${faultText(thrown)}. Try again in a moment.` }
    }
  }

  /** A search that no cache has answered, because only the service knows whether it accepts the key. */
  async function checkStock(userId: string, id: StockServiceId): Promise<CredentialCheck> {
    const { label } = STOCK_SERVICES[id]
    const name = STOCK_CREDENTIALS[id]
    const own = name && (await credentials.read(userId, [name]))[name]
    if (!own) return { ok: false, message: `No key is set, so ${label} is searched with the key of this instance, if it has one.` }
    await stock.search(userId, { service: id, words: `sky ${randomUUID().slice(0, 8)}`, shape: 'any', page: 1 })
    return { ok: true, message: `${label} accepts the key.` }
  }

  return {
    async check(
      userId: string,
      group: CheckedGroup,
      { signal, origin }: { signal: AbortSignal; origin: string },
    ): Promise<CredentialCheck> {
      const platform = PLATFORM_IDS.find((id) => id === group)
      try {
        const service = STOCK_SERVICE_IDS.find((id) => id === group)
        if (service) return await checkStock(userId, service)
        return platform ? await checkPlatform(userId, platform, origin) : await checkAi(userId, signal)
      } catch (thrown) {
        if (thrown instanceof AppError) return { ok: false, message: thrown.message }
        throw thrown
      }
    },
  }
}

export type CredentialCheckup = ReturnType<typeof createCredentialCheck>
