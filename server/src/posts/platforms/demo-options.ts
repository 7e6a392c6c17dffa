import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'

interface DemoAccount {
  username: string
}

/** The options of a demo's posts. */
export const DEMO_OPTIONS: Readonly<Record<PlatformId, (account: DemoAccount) => Partial<PostOptions>>> = {
  tiktok: () => ({ platform: 'tiktok', audience: 'PUBLIC_TO_EVERYONE', allowComments: true, musicConsent: true, yourBrand: true }),
  tumblr: ({ username }) => ({ platform: 'tumblr', blog: username, tags: ['slow mornings', 'coffee', 'small habits'], layout: 'auto' }),
}

/** Where each of the three goes. */
export const DEMO_PLATFORMS: readonly [PlatformId, PlatformId, PlatformId] = ['tiktok', 'tumblr', 'tiktok']
