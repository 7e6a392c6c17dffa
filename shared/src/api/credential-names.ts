import { STOCK_SERVICES } from '../stock/stock-services.ts'
import { PLATFORMS } from '../platforms.ts'

/**
 * A user's own API credentials. `secret` ones are write-only: responses say that they are set, with their last four characters. The others are
 * readable settings.
 */
export const CREDENTIALS = {
  'openai.key': { group: 'ai', label: 'API key', secret: true },
  'openai.base_url': { group: 'ai', label: 'Base URL', secret: false },
  'openai.model': { group: 'ai', label: 'Model', secret: false },
  'images.key': { group: 'images', label: 'API key', secret: true },
  'images.base_url': { group: 'images', label: 'Base URL', secret: false },
  'images.model': { group: 'images', label: 'Model', secret: false },
  'tiktok.client_id': { group: 'tiktok', label: 'Client key', secret: true },
  'tiktok.client_secret': { group: 'tiktok', label: 'Client secret', secret: true },
  'tumblr.consumer_key': { group: 'tumblr', label: 'Consumer key', secret: true },
  'tumblr.consumer_secret': { group: 'tumblr', label: 'Consumer secret', secret: true },
  'instagram.app_id': { group: 'instagram', label: 'App ID', secret: true },
  'instagram.app_secret': { group: 'instagram', label: 'App secret', secret: true },
  'threads.app_id': { group: 'threads', label: 'App ID', secret: true },
  'threads.app_secret': { group: 'threads', label: 'App secret', secret: true },
  'pinterest.app_id': { group: 'pinterest', label: 'App ID', secret: true },
  'pinterest.app_secret': { group: 'pinterest', label: 'App secret', secret: true },
  'pexels.key': { group: 'pexels', label: 'API key', secret: true },
  'pixabay.key': { group: 'pixabay', label: 'API key', secret: true },
} as const satisfies Record<string, { group: string; label: string; secret: boolean }>

export type CredentialName = keyof typeof CREDENTIALS
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[]

/** Settings of one provider, which are checked together. */
export const CHECKED_GROUPS = ['ai', 'images', 'tiktok', 'tumblr', 'instagram', 'threads', 'pexels', 'pixabay'] as const
export type CheckedGroup = (typeof CHECKED_GROUPS)[number]

/** Kept for platforms that nothing connects to yet: the settings say so. */
const UNUSED_GROUPS = ['pinterest'] as const

export const CREDENTIAL_GROUPS = [...CHECKED_GROUPS, ...UNUSED_GROUPS] as const
export type CredentialGroup = (typeof CREDENTIAL_GROUPS)[number]

/** Headings in the settings. */
export const GROUP_LABELS: Record<CredentialGroup, string> = {
  ai: 'AI provider',
  images: 'AI photos',
  tiktok: PLATFORMS.tiktok.label,
  tumblr: PLATFORMS.tumblr.label,
  instagram: PLATFORMS.instagram.label,
  threads: PLATFORMS.threads.label,
  pexels: STOCK_SERVICES.pexels.label,
  pixabay: STOCK_SERVICES.pixabay.label,
  pinterest: 'Pinterest',
}

export function isChecked(group: CredentialGroup): group is CheckedGroup {
  return (CHECKED_GROUPS as readonly string[]).includes(group)
}
