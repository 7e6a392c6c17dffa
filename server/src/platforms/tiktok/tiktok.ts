import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { TiktokOptions } from '@ninesixteen/shared/publishing/tiktok-options'
import { definePlatform } from '../platform.ts'
import { postingFetches } from '../posting-fetches.ts'
import { cachedByAccount } from '../ttl-cache.ts'
import { createTiktokAccounts, type TiktokAccounts } from './accounts.ts'
import { createCreatorQuery } from './creator.ts'
import { tiktokHints } from './hints.ts'
import { createTiktokPosting } from './posting/client.ts'
import { createTiktokWebhook } from './posting/webhook.ts'
import { tiktokPostUrl, realTiktok, sandboxTiktok, type TiktokSettings } from './settings.ts'
import { createTiktokPreflight } from './preflight.ts'
import { createTiktokPublisher } from './publisher.ts'

interface TiktokQueries {
  creator: ReturnType<typeof createCreatorQuery>
}

export const tiktok = definePlatform<TiktokSettings, TiktokAccounts, null, TiktokQueries, TiktokOptions>({
  variables: { key: 'TIKTOK_CLIENT_KEY', secret: 'TIKTOK_CLIENT_SECRET' },
  settings: ({ client, sandbox, variables }) =>
    sandbox ? sandboxTiktok(sandbox.url, sandbox.browserUrl) : realTiktok(client, variables['TIKTOK_AUDITED'] === 'on'),
  // As TikTok's developer portal generates it.
  domainProof({ TIKTOK_VERIFICATION: code }) {
    if (typeof code !== 'string') return null
    return { file: `tiktok${code}.txt`, content: `tiktok-developers-site-verification=${code}` }
  },
  signIn: {
    callbackPath: '/tiktok_callback',
    signedOutToo: true,
    credentials: { key: 'tiktok.client_id', secret: 'tiktok.client_secret' },
    errors: {
      secretMissing: 'OAUTH_VERIFIER_MISSING',
      exchange: 'OAUTH_EXCHANGE_FAILED',
      refresh: 'OAUTH_REFRESH_FAILED',
      identity: 'OAUTH_USER_INFO_FAILED',
    },
    shownExpirySeconds: null,
  },
  accounts: createTiktokAccounts,
  photos: () => null,
  queries: (settings, { tokens, linkImage }) => ({
    creator: createCreatorQuery({ tokens, posting: createTiktokPosting(settings, postingFetches(settings.sandbox)), linkImage }),
  }),
  preflight: ({ isAudited, sandbox }, { publicUrl, queries }) =>
    createTiktokPreflight({ isAudited, sandbox, publicUrl, creator: cachedByAccount(PLATFORMS.tiktok.label, queries.creator) }),
  publisher: (settings, { seal, limits }) =>
    createTiktokPublisher({
      posting: createTiktokPosting(settings, postingFetches(settings.sandbox, limits)),
      seal,
      urlOf: tiktokPostUrl(settings),
    }),
  webhook: createTiktokWebhook,
  hints: tiktokHints,
  demoOptions: () => ({
    platform: 'tiktok',
    audience: 'PUBLIC_TO_EVERYONE',
    allowComments: true,
    musicConsent: true,
    yourBrand: true,
  }),
})
