import type { ImagesSettings } from '../providers/openai/images.ts'
import type { SettingValues } from './read-settings.ts'

export interface ImagesConfig extends ImagesSettings {
  /** AI photos per user and day. */
  daily: number
  /** Whether the sandbox imitates it. */
  sandbox: boolean
}

const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** Null without an images API. The sandbox imitates it only while it imitates the AI server, too. */
export function imagesSettings(set: SettingValues, { isTrial, url }: { isTrial: boolean; url: string }): ImagesConfig | null {
  const { IMAGES_BASE_URL: baseUrl, IMAGES_API_KEY: apiKey = null, IMAGES_MODEL: model, IMAGES_DAILY: daily } = set
  const shared = { model, daily, timeoutMs: set.IMAGES_SECONDS * 1000 }
  const hasSettings = baseUrl !== undefined || apiKey !== null
  if (set.SANDBOX === 'on' || (isTrial && !hasSettings))
    return { ...shared, baseUrl: `${url}/images/v1`, apiKey: 'sk-sandbox', sandbox: true }
  return hasSettings ? { ...shared, baseUrl: (baseUrl ?? OPENAI_BASE_URL).replace(/\/+$/, ''), apiKey, sandbox: false } : null
}
