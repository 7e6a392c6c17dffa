import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { definePlatform, type PlatformPhotos } from '../platform.ts'
import { postingFetches } from '../posting-fetches.ts'
import { cachedByAccount } from '../ttl-cache.ts'
import { createTumblrAccounts, signingToken, type TumblrAccounts } from './accounts.ts'
import { createBlogsQuery, createTumblrPreflight } from './preflight.ts'
import { createTumblrPhotos, isBlogMissing, type TumblrPhotos } from './photos.ts'
import { createTumblrPosting } from './posting/client.ts'
import { createTumblrPublisher } from './publisher.ts'
import { realTumblr, sandboxTumblr, type TumblrSettings } from './settings.ts'

const YEAR_SECONDS = 31_536_000

interface TumblrQueries {
  blogs: ReturnType<typeof createBlogsQuery>
}

type Photos = PlatformPhotos & { api: TumblrPhotos }

export const tumblr = definePlatform<TumblrSettings, TumblrAccounts, Photos, TumblrQueries, TumblrOptions>({
  variables: { key: 'TUMBLR_CONSUMER_KEY', secret: 'TUMBLR_CONSUMER_SECRET' },
  settings: ({ client, sandbox }) => (sandbox ? sandboxTumblr(sandbox.url, sandbox.browserUrl) : realTumblr(client)),
  signIn: {
    callbackPath: '/tumblr_callback',
    signedOutToo: false,
    credentials: { key: 'tumblr.consumer_key', secret: 'tumblr.consumer_secret' },
    errors: {
      secretMissing: 'OAUTH_SECRET_MISSING',
      exchange: 'OAUTH_ACCESS_TOKEN_FAILED',
      refresh: 'OAUTH_REFRESH_FAILED',
      identity: 'OAUTH_USER_INFO_FAILED',
    },
    shownExpirySeconds: YEAR_SECONDS,
  },
  accounts: createTumblrAccounts,
  photos(settings, { fetch }) {
    const api = createTumblrPhotos(settings, { fetch })
    return {
      api,
      followed: ({ client, tokens }, limit) => api.followed({ client, token: signingToken(tokens) }, { limit, offset: 0 }),
      posts: ({ client, tokens }, blog, limit) => api.photoPosts({ client, token: signingToken(tokens) }, blog, limit),
      isGone: isBlogMissing,
    }
  },
  queries: (settings, { tokens }) => ({
    blogs: createBlogsQuery({ tokens, posting: createTumblrPosting(settings, postingFetches(settings.sandbox)) }),
  }),
  preflight: (_settings, { queries }) => createTumblrPreflight({ blogs: cachedByAccount(PLATFORMS.tumblr.label, queries.blogs) }),
  publisher: (settings, { limits }) =>
    createTumblrPublisher({ posting: createTumblrPosting(settings, postingFetches(settings.sandbox, limits)) }),
  hints: () => [],
  demoOptions: ({ username }) => ({
    platform: 'tumblr',
    blog: username,
    tags: ['slow mornings', 'coffee', 'small habits'],
    layout: 'auto',
  }),
})
