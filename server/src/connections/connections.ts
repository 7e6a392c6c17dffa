import type { Logger } from 'pino'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Config } from '../config/config.ts'
import { createAccounts, type Accounts, type WaitingPosts } from './accounts.ts'
import { createBlogBackgrounds, type BlogBackgrounds } from './backgrounds.ts'
import { createBlogs, type Blogs } from './blogs.ts'
import { createCredentialCheck, type CredentialCheckup } from './check-credentials.ts'
import { createClients, type Clients } from './clients.ts'
import { createConnect, type Connect } from './connect.ts'
import { createCredentials, type Credentials } from './credentials.ts'
import type { OauthAttempts } from './oauth-attempts.ts'
import { createAiForUser, type AiForUser } from './own-ai.ts'
import type { Platform } from './platform.ts'
import { createTokens, type Tokens } from './tokens.ts'
import type { Db } from '../db/db.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { createFetch, publicFetches, type Fetch } from '../providers/http.ts'
import { createTiktokAccounts, type TiktokAccounts } from '../providers/tiktok/accounts.ts'
import { createTumblrAccounts, signingToken, type TumblrAccounts } from '../providers/tumblr/accounts.ts'
import { createTumblrPhotos, isBlogGone, type TumblrPhotos } from '../providers/tumblr/photos.ts'
import type { Chat } from '../providers/openai/chat.ts'
import type { Sealer } from '../secrets/sealed.ts'

/** A person waits for these answers. */
const TIMEOUTS = { answerMs: 10_000, silenceMs: 5_000, wholeMs: 20_000 }
/** Until a connection to a server that a person named stands. */
const CONNECT_MS = 10_000
/** Tokens that do not expire are shown with this expiry, in seconds: 365 days. */
const SHOWN_EXPIRY_SECONDS = 31_536_000

/** Each platform with what the routes of its own paths need beside what all have. */
export interface KnownPlatforms extends Record<PlatformId, Platform> {
  tiktok: Platform & { accounts: TiktokAccounts }
  tumblr: Platform & { accounts: TumblrAccounts; api: TumblrPhotos }
}

/** The registry of platforms that accounts can be connected of. A further one is one entry here. */
export function createPlatforms(settings: Config['platforms'], fetch: Fetch = createFetch(TIMEOUTS)): KnownPlatforms {
  const tumblrPhotos = createTumblrPhotos(settings.tumblr, { fetch })
  return {
    tiktok: {
      label: PLATFORMS.tiktok.label,
      settings: settings.tiktok,
      accounts: createTiktokAccounts(settings.tiktok, { fetch }),
      photos: null,
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
    tumblr: {
      label: PLATFORMS.tumblr.label,
      settings: settings.tumblr,
      accounts: createTumblrAccounts(settings.tumblr, { fetch }),
      api: tumblrPhotos,
      photos: {
        followed: ({ client, tokens }, limit) => tumblrPhotos.followed({ client, token: signingToken(tokens) }, { limit, offset: 0 }),
        posts: ({ client, tokens }, blog, limit) => tumblrPhotos.photoPosts({ client, token: signingToken(tokens) }, blog, limit),
        isGone: isBlogGone,
      },
      callbackPath: '/tumblr_callback',
      signedOutToo: false,
      credentials: { key: 'tumblr.consumer_key', secret: 'tumblr.consumer_secret' },
      errors: {
        secretMissing: 'OAUTH_SECRET_MISSING',
        exchange: 'OAUTH_ACCESS_TOKEN_FAILED',
        refresh: 'OAUTH_REFRESH_FAILED',
        identity: 'OAUTH_USER_INFO_FAILED',
      },
      shownExpirySeconds: SHOWN_EXPIRY_SECONDS,
    },
  } satisfies KnownPlatforms
}

/** Everything about connected accounts, put together. */
export interface Connections {
  platforms: KnownPlatforms
  credentials: Credentials
  clients: Clients
  accounts: Accounts
  connect: Connect
  tokens: Tokens
  blogs: Blogs
  /** Photos of followed blogs, to stand behind slides. */
  backgrounds: BlogBackgrounds
  /** The AI provider of a person. */
  aiOf: AiForUser
  checkup: CredentialCheckup
}

export interface ConnectionsParts {
  config: Pick<Config, 'ai' | 'aiPatience' | 'demo' | 'trial' | 'platforms' | 'userBaseUrls'>
  settings: Pick<InstanceSettings, 'now'>
  db: Db
  sealer: Sealer
  attempts: OauthAttempts
  log: Logger
  waitingPosts: WaitingPosts
  /** The instance's own AI provider. */
  ai: Chat
  remotePictures: {
    link(userId: string, url: string): string | null
    importPicture(userId: string, url: string): Promise<{ filePath: string }>
  }
}

export function createConnections(deps: ConnectionsParts): Connections {
  const { config, settings, db, sealer, attempts, log, waitingPosts, ai, remotePictures } = deps
  const platforms = createPlatforms(config.platforms)
  const credentials = createCredentials({ db, sealer })
  const clients = createClients({ platforms, credentials })
  const importPicture = (userId: string, url: string) => remotePictures.importPicture(userId, url)
  const accounts = createAccounts({ db, sealer, platforms, clients, log, waitingPosts, importPicture })
  const connect = createConnect({ db, sealer, platforms, clients, attempts, accounts, log })
  const tokens = createTokens({ db, sealer, platforms, clients, log })
  const blogs = createBlogs({ db, platforms, tokens, log, link: (userId, url) => remotePictures.link(userId, url) })
  const backgrounds = createBlogBackgrounds({ db, blogs, log, importPicture })
  const aiOf = createAiForUser({ config, settings, chat: ai, credentials, log, openPublic: publicFetches({ connectMs: CONNECT_MS }) })
  const checkup = createCredentialCheck({ credentials, platforms, aiOf })
  return { platforms, credentials, clients, accounts, connect, tokens, blogs, backgrounds, aiOf, checkup }
}
