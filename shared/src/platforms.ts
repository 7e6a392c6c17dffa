/**
 * The platforms that the product knows by name: what it publishes to, and where pictures can come from. Each layer's table
 * of implementations satisfies `Record<PlatformId, ...>`, so the compiler names what a new entry still lacks.
 */
export const PLATFORMS = {
  tiktok: { label: 'TikTok', domain: 'tiktok.com', givesPhotos: false, accountsMax: 20 },
  tumblr: { label: 'Tumblr', domain: 'tumblr.com', givesPhotos: true, accountsMax: 1 },
} as const satisfies Record<string, PlatformFacts>

interface PlatformFacts {
  label: string
  /** Under which its pages are. */
  domain: string
  givesPhotos: boolean
  /** Most accounts of one person. */
  accountsMax: number
}

export type PlatformId = keyof typeof PLATFORMS
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[]

/** Platforms whose photos can stand behind slides, once an account is connected. */
export const PHOTO_PLATFORMS = Object.entries(PLATFORMS).flatMap(([id, { label, givesPhotos }]) =>
  givesPhotos ? [{ id: id as PlatformId, label }] : [],
)
