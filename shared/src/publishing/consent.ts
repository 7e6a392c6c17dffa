import type { PlatformId } from '../platforms.ts'
import { TIKTOK_CONSENT } from './tiktok-options.ts'

/** A consent that a platform wants from the user for each post: the option that records it, and the sentence that asks for it. */
interface Consent {
  option: string
  message: string
}

const CONSENTS: Readonly<Record<PlatformId, Consent | null>> = { tiktok: TIKTOK_CONSENT, tumblr: null, instagram: null, threads: null }

/** The consent that a post with these options needs; null for a platform without one, and for manual posting, where the app asks for it. */
export function consentFor(platform: PlatformId, options: Readonly<Record<string, unknown>>): Consent | null {
  return options['handOver'] === true ? null : CONSENTS[platform]
}

/** The options without any consent: a program can't give one. */
export function withoutConsent(platform: PlatformId, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { option } = CONSENTS[platform] ?? {}
  return Object.fromEntries(Object.entries({ ...options, platform }).filter(([name]) => name !== option))
}
