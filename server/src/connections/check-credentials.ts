import { randomUUID } from 'node:crypto'
import type { CheckedGroup, CredentialCheck } from '@ninesixteen/shared/api/credentials'
import { AppError } from '@ninesixteen/shared/errors'
import { STOCK_SERVICE_IDS, STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { PlatformError } from '../providers/platform-error.ts'
import type { StockPhotos } from '../photos/stock-photos.ts'
import type { Credentials } from './credentials.ts'
import { askForOneWord } from './ask-for-one-word.ts'
import { STOCK_CREDENTIALS } from './stock-key.ts'
import { faultText } from './failure.ts'
import { OWN_AI, type AiForUser } from './own-ai.ts'
import { OWN_IMAGES, type ImagesForUser } from './own-images.ts'
import type { Platforms } from '../platforms/platform.ts'

export interface CheckParts {
  credentials: Credentials
  platforms: Platforms
  aiOf: AiForUser
  imagesOf: ImagesForUser
  stock: Pick<StockPhotos, 'search'>
}

/** Tests a user's stored credentials with a real request. */
export function createCredentialCheck({ credentials, platforms, aiOf, imagesOf, stock }: CheckParts) {
  /** Why nothing of the user's own is used, `otherwise` without any setting; null with a key. */
  async function missingKey(userId: string, names: typeof OWN_AI | typeof OWN_IMAGES, otherwise: string): Promise<string | null> {
    const own = await credentials.read(userId, Object.values(names))
    if (own[names.key]) return null
    const hasRest = own[names.baseUrl] ?? own[names.model]
    return hasRest ? 'Base URL and model count only with an API key of your own. Enter the key too.' : otherwise
  }

  async function checkAi(userId: string, signal: AbortSignal): Promise<CredentialCheck> {
    const missing = await missingKey(userId, OWN_AI, 'No API key is set, so the provider of this instance writes your slides.')
    if (missing !== null) return { ok: false, message: missing }
    const ai = await aiOf(userId)
    await askForOneWord(ai.chat, ai.model, signal)
    const limits =
      ai.dailyTokens === null ? '' : ' Models and tokens a day stay those of this instance: they fall away with a base URL of your own.'
    return { ok: true, message: `The provider accepts the key and answers with ${ai.model}.${limits}` }
  }

  /** Asks for the models: a photo would cost money. */
  async function checkImages(userId: string, signal: AbortSignal): Promise<CredentialCheck> {
    const missing = await missingKey(
      userId,
      OWN_IMAGES,
      'No API key is set, so AI photos come from the images API of this instance, if it has one.',
    )
    const own = missing === null ? await imagesOf(userId) : null
    if (own === null) return { ok: false, message: missing ?? 'Not set up.' }
    const { model } = own.images
    const models = await own.images.models(signal)
    if (models === null)
      return { ok: true, message: 'The images API answers, but lists no models. Only a photo can show whether it accepts the key.' }
    if (models.length > 0 && !models.includes(model))
      return { ok: false, message: `The images API accepts the key, but does not have the model ${model}.` }
    const limits =
      own.daily === null ? '' : ' Model and photos a day stay those of this instance: they fall away with a base URL of your own.'
    return { ok: true, message: `The images API accepts the key and has the model ${model}.${limits}` }
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
        if (group === 'images') return await checkImages(userId, signal)
        return platform ? await checkPlatform(userId, platform, origin) : await checkAi(userId, signal)
      } catch (thrown) {
        if (thrown instanceof AppError) return { ok: false, message: thrown.message }
        throw thrown
      }
    },
  }
}

export type CredentialCheckup = ReturnType<typeof createCredentialCheck>
