import { THREADS_TEXT } from '@ninesixteen/shared/publishing/meta-text'
import type { ThreadsOptions } from '@ninesixteen/shared/publishing/threads-options'
import { defineNetwork } from '../meta/define-network.ts'
import type { MetaNetwork } from '../meta/network.ts'

/** Threads API. Unverified: it takes the token as a header, as Instagram does. */
export const THREADS: MetaNetwork<ThreadsOptions> = {
  id: 'threads',
  urls: { authorize: 'https://threads.net', token: 'https://graph.threads.net', api: 'https://graph.threads.net' },
  version: '/v1.0',
  pictureHosts: ['*.cdninstagram.com', '*.fbcdn.net'],
  scopes: ['threads_basic', 'threads_content_publish'],
  grant: 'th',
  user: { id: 'id', picture: 'threads_profile_picture_url', type: null },
  paths: { containers: 'threads', publish: 'threads_publish', posts: 'threads', limit: 'threads_publishing_limit' },
  fields: { text: 'text', status: 'status', failure: 'error_message', used: 'quota_usage', limit: 'config' },
  media: ({ kind }) => ({ media_type: kind === 'video' ? 'VIDEO' : 'IMAGE' }),
  post: () => ({}),
  hasTexts: () => true,
  text: THREADS_TEXT,
  videoSeconds: () => ({ from: 1, to: 300 }),
  postsADay: 250,
  failures: {
    FAILED_DOWNLOADING_VIDEO: '2207052',
    FAILED_PROCESSING_AUDIO: '2207026',
    FAILED_PROCESSING_VIDEO: '2207026',
    // Meta's own spelling.
    INVALID_ASPEC_RATIO: '2207009',
    INVALID_BIT_RATE: '2207026',
    INVALID_DURATION: '2207026',
    INVALID_FRAME_RATE: '2207026',
    INVALID_AUDIO_CHANNELS: '2207026',
    INVALID_AUDIO_CHANNEL_LAYOUT: '2207026',
  },
  demoOptions: { platform: 'threads' },
}

export const threads = defineNetwork({
  network: THREADS,
  variables: { key: 'THREADS_CLIENT_ID', secret: 'THREADS_CLIENT_SECRET' },
  credentials: { key: 'threads.app_id', secret: 'threads.app_secret' },
  callbackPath: '/threads_callback',
  sandboxClient: { key: '920000000000216', secret: 'threads-sandbox-secret' },
})
