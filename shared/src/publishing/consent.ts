import type { PlatformId } from '../platforms.ts'

/** Consents that a platform wants from a person for each post: the option that records one, and the sentence that asks for it. */
interface Consent {
  option: string
  message: string
}

const CONSENTS: Partial<Record<PlatformId, Consent>> = {
  tiktok: {
    option: 'musicConsent',
    message: 'TikTok wants a person to agree to its Music Usage Confirmation. Open this draft, agree, and schedule it.',
  },
}

/** The consent that a post with these options needs; null for a platform without one, and for manual posting, where the app asks for it. */
export function consentFor(platform: PlatformId, options: Readonly<Record<string, unknown>>): Consent | null {
  return options['handOver'] === true ? null : (CONSENTS[platform] ?? null)
}

/** The options without any consent: a program can't give one. */
export function withoutConsent(platform: PlatformId, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { option } = CONSENTS[platform] ?? {}
  return Object.fromEntries(Object.entries({ ...options, platform }).filter(([name]) => name !== option))
}
