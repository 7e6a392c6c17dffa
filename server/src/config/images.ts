import type { ImagesSettings } from '../providers/openai/images.ts'
import type { SettingValues } from './read-settings.ts'

export interface ImagesConfig extends ImagesSettings {
  /** AI photos per user and day. */
  daily: number
  /** Whether the sandbox imitates it. */
  sandbox: boolean
}

/** Settings that users' own images APIs share with the instance's. */
export interface ImageDefaults extends Pick<ImagesSettings, 'timeoutMs'> {
  /** Unless the user entered one. */
  model: string
}

const OPENAI_BASE_URL = 'https://api.openai.com/v1'

export function imageDefaults({ IMAGES_MODEL: model, IMAGES_SECONDS: seconds }: SettingValues): ImageDefaults {
  return { model, timeoutMs: seconds * 1000 }
}

/** Null without an images API. The sandbox imitates it only while it imitates the AI server, too. */
export function imagesSettings(set: SettingValues, { isTrial, url }: { isTrial: boolean; url: string }): ImagesConfig | null {
  const { IMAGES_BASE_URL: baseUrl, IMAGES_API_KEY: apiKey = null, IMAGES_DAILY: daily } = set
  const shared = { ...imageDefaults(set), daily }
  const hasSettings = baseUrl !== undefined || apiKey !== null
  if (set.SANDBOX === 'on' || (isTrial && !hasSettings))
    return { ...shared, baseUrl: `${url}/images/v1`, apiKey: 'sk-sandbox', sandbox: true }
  return hasSettings ? { ...shared, baseUrl: (baseUrl ?? OPENAI_BASE_URL).replace(/\/+$/, ''), apiKey, sandbox: false } : null
}
