/**
 * A person's own API credentials. `secret` ones are write-only: read back as set, with their last four characters. The others
 * are settings that belong to them and can be read.
 */
export const CREDENTIALS = {
  'openai.key': { group: 'ai', label: 'API key', secret: true },
  'openai.base_url': { group: 'ai', label: 'Base URL', secret: false },
  'openai.model': { group: 'ai', label: 'Model', secret: false },
  'tiktok.client_id': { group: 'tiktok', label: 'Client key', secret: true },
  'tiktok.client_secret': { group: 'tiktok', label: 'Client secret', secret: true },
  'tumblr.consumer_key': { group: 'tumblr', label: 'Consumer key', secret: true },
  'tumblr.consumer_secret': { group: 'tumblr', label: 'Consumer secret', secret: true },
} as const satisfies Record<string, { group: string; label: string; secret: boolean }>

export type CredentialName = keyof typeof CREDENTIALS
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[]

/** What can be checked together: the settings of one provider. */
export const CREDENTIAL_GROUPS = ['ai', 'tiktok', 'tumblr'] as const
export type CredentialGroup = (typeof CREDENTIAL_GROUPS)[number]
