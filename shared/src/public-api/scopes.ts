/** Permissions of an API key. Separate from the schemas, so that the settings page doesn't load zod. */
export const API_SCOPES = [
  'slideshows:read',
  'slideshows:write',
  'photos:read',
  'photos:write',
  'posts:read',
  'posts:draft',
  'posts:schedule',
  'accounts:read',
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** Each scope as the settings page names it. */
export const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  'slideshows:read': 'Read slideshows, companies and ideas',
  'slideshows:write': 'Create, change and generate slideshows',
  'photos:read': 'Read photos',
  'photos:write': 'Upload photos',
  'posts:read': 'Read posts',
  'posts:draft': 'Create drafts of posts',
  'posts:schedule': 'Schedule, move, cancel and retry posts',
  'accounts:read': 'Read connected accounts',
}

/** Every key begins with it, so that secret scanners and the server recognize one. */
export const API_KEY_PREFIX = 'n16_'
