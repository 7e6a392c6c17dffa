/** Pixels of a 1080 x 1920 picture that an app covers with its own buttons and captions, from each edge. */
export interface Covered {
  top: number
  right: number
  bottom: number
  left: number
}

interface SafeAreaFacts {
  label: string
  covered: Covered
}

/** The networks whose safe area the editor offers, in this order. */
export const SAFE_AREAS = {
  /**
   * Not verified: TikTok publishes overlays as files without numbers (https://ads.tiktok.com/help/article/tiktok-auction-in-feed-ads), which depend on
   * the length of the caption. These are the usual numbers of templates made from them, which differ by up to 70 px.
   */
  tiktok: { label: 'TikTok', covered: { top: 80, right: 120, bottom: 450, left: 0 } },
  /** Meta Business Help Center on safe zones of Stories and Reels ads, as guides of 2026 quote it: 14 % at the top, 35 % at the bottom, 6 % on each side. */
  'instagram-reels': { label: 'Instagram Reels', covered: { top: 269, right: 65, bottom: 672, left: 65 } },
  /** The same source: 14 % at the top and 20 % at the bottom. */
  'instagram-stories': { label: 'Instagram Stories', covered: { top: 269, right: 0, bottom: 384, left: 0 } },
  /**
   * Not verified: Google shows the safe zone of vertical video ads as a picture (https://support.google.com/google-ads/answer/13704860). These are the
   * numbers that guides read from it (https://shotstack.io/learn/vertical-video-safe-zones/): 15 % at the top, 35 % at the bottom, 192 px for the buttons
   * on the right.
   */
  'youtube-shorts': { label: 'YouTube Shorts', covered: { top: 288, right: 192, bottom: 672, left: 48 } },
} as const satisfies Record<string, SafeAreaFacts>

export type SafeAreaNetwork = keyof typeof SAFE_AREAS

/** The default network of new slideshows. */
export const FIRST_NETWORK: SafeAreaNetwork = 'tiktok'
