import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { ComponentType } from 'react'
import { AccountsCard } from './accounts-card.tsx'
import { TiktokCard } from './tiktok-card.tsx'
import { TumblrCard } from './tumblr-card.tsx'

const CARDS: Record<PlatformId, ComponentType> = {
  tiktok: TiktokCard,
  tumblr: TumblrCard,
  instagram: () => (
    <AccountsCard platform="instagram" empty="To publish carousels, reels and stories. Needs a business or creator account." />
  ),
  threads: () => <AccountsCard platform="threads" empty="To publish slideshows and videos. Several accounts can be connected." />,
}

/** Settings, Accounts: one card per platform. */
export function PlatformCards() {
  return Object.entries(CARDS).map(([platform, Card]) => <Card key={platform} />)
}
