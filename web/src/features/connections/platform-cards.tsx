import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { ComponentType } from 'react'
import { TiktokCard } from './tiktok-card.tsx'
import { TumblrCard } from './tumblr-card.tsx'

const CARDS: Record<PlatformId, ComponentType> = { tiktok: TiktokCard, tumblr: TumblrCard }

/** Settings, Accounts: one card per platform. */
export function PlatformCards() {
  return Object.entries(CARDS).map(([platform, Card]) => <Card key={platform} />)
}
