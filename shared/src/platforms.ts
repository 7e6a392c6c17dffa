/**
 * Facts about the platforms: publishing targets and photo sources. Each layer's table of implementations satisfies `Record<PlatformId, ...>`, so
 * the compiler lists what a new entry lacks.
 */
export const PLATFORMS = {
  tiktok: { label: 'TikTok', domain: 'tiktok.com', givesPhotos: false, accountsMax: 20, publishScope: 'video.publish', refusesLogos: true },
  tumblr: { label: 'Tumblr', domain: 'tumblr.com', givesPhotos: true, accountsMax: 1, publishScope: null, refusesLogos: false },
  instagram: {
    label: 'Instagram',
    domain: 'instagram.com',
    givesPhotos: false,
    accountsMax: 20,
    publishScope: 'instagram_business_content_publish',
    refusesLogos: false,
  },
  threads: {
    label: 'Threads',
    domain: 'threads.com',
    givesPhotos: false,
    accountsMax: 20,
    publishScope: 'threads_content_publish',
    refusesLogos: false,
  },
} as const satisfies Record<string, PlatformFacts>

interface PlatformFacts {
  label: string
  /** Under which its pages are. */
  domain: string
  givesPhotos: boolean
  /** Maximum accounts per user. */
  accountsMax: number
  /** The scope that users can decline when they connect, but that posting needs. Null for a platform without scopes. */
  publishScope: string | null
  /** Whether its rules forbid logos and watermarks that an app adds. */
  refusesLogos: boolean
}

export type PlatformId = keyof typeof PLATFORMS
export const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[]

/** Platforms whose photos can be slide backgrounds once an account is connected. */
export const PHOTO_PLATFORMS = Object.entries(PLATFORMS).flatMap(([id, { label, givesPhotos }]) =>
  givesPhotos ? [{ id: id as PlatformId, label }] : [],
)

/** Platforms that don't accept slides to which an app has added a logo. */
export const NO_LOGO_PLATFORMS = PLATFORM_IDS.filter((id) => PLATFORMS[id].refusesLogos)

/**
 * Whether an account was connected with permission to post. Accounts connected before scopes were stored have none; a request to the platform shows
 * it.
 */
export function mayPublish({ platform, scopes }: { platform: PlatformId; scopes: readonly string[] }): boolean {
  const { publishScope } = PLATFORMS[platform]
  return publishScope === null || scopes.length === 0 || scopes.includes(publishScope)
}
