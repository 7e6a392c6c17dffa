import type { InstagramOptions } from '@ninesixteen/shared/publishing/instagram-options'
import { INSTAGRAM_TEXT } from '@ninesixteen/shared/publishing/meta-text'
import { defineNetwork } from '../meta/define-network.ts'
import type { ContainerFields, MediaShape, MetaNetwork } from '../meta/network.ts'

/** Instagram API with Instagram Login: professional accounts, without a page on Facebook. */
export const INSTAGRAM: MetaNetwork<InstagramOptions> = {
  id: 'instagram',
  urls: { authorize: 'https://www.instagram.com', token: 'https://api.instagram.com', api: 'https://graph.instagram.com' },
  version: '/v25.0',
  pictureHosts: ['*.cdninstagram.com', '*.fbcdn.net'],
  scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  grant: 'ig',
  user: { id: 'user_id', picture: 'profile_picture_url', type: 'account_type' },
  paths: { containers: 'media', publish: 'media_publish', posts: 'media', limit: 'content_publishing_limit' },
  fields: { text: 'caption', status: 'status_code', failure: 'status', used: 'quota_usage', limit: 'config' },
  media: mediaOf,
  post: ({ aiGenerated }): ContainerFields => (aiGenerated ? { is_ai_generated: 'true' } : {}),
  hasTexts: ({ story }) => !story,
  text: INSTAGRAM_TEXT,
  videoSeconds: ({ story }) => (story ? { from: 3, to: 60 } : { from: 3, to: 900 }),
  // Meta's pages say 50 or 100; the API says how many.
  postsADay: 50,
  failures: {},
  demoOptions: { platform: 'instagram', format: '4:5', aiGenerated: true },
}

function mediaOf({ kind, options }: MediaShape<InstagramOptions>): ContainerFields {
  if (options.story) return { media_type: 'STORIES' }
  if (kind === 'picture') return {}
  return { media_type: 'REELS', share_to_feed: String(options.shareToFeed) }
}

export const instagram = defineNetwork({
  network: INSTAGRAM,
  variables: { key: 'INSTAGRAM_CLIENT_ID', secret: 'INSTAGRAM_CLIENT_SECRET' },
  credentials: { key: 'instagram.app_id', secret: 'instagram.app_secret' },
  callbackPath: '/instagram_callback',
  sandboxClient: { key: '910000000000216', secret: 'instagram-sandbox-secret' },
})
