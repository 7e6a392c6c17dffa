import type { Logger } from 'pino'
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
import { createLocalAi, type LocalAiService } from './local-ai.ts'
import { createImagesForUser, type ImagesForUser } from './own-images.ts'
import { createPlatforms, type KnownPlatforms } from '../platforms/registry.ts'
import { ownStockKey } from './stock-key.ts'
import { createTokens, type RenewableTokens } from './tokens.ts'
import type { Db } from '../db/db.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { RemotePhotos } from '../photos/remote-photos.ts'
import { createFindBackgrounds, type FindBackgrounds } from '../photos/found-backgrounds.ts'
import { createStockPhotos, type StockPhotos } from '../photos/stock-photos.ts'
import { createCachedStockSearch, type CachedStockSearch } from '../photos/stock-search.ts'
import { publicFetches } from '../providers/http.ts'
import type { Chat } from '../providers/openai/chat.ts'
import type { Images } from '../providers/openai/images.ts'
import type { SecretBox } from '../secrets/sealed.ts'

/** Time to connect to a server that a user entered, in milliseconds. */
const CONNECT_MS = 10_000
/** All services around connected accounts. */
export interface Connections {
  platforms: KnownPlatforms
  credentials: Credentials
  clients: Clients
  accounts: Accounts
  connect: Connect
  tokens: RenewableTokens
  blogs: Blogs
  /** Photos of followed blogs, for slide backgrounds. */
  backgrounds: BlogBackgrounds
  /** Found photos of a topic, for slide backgrounds. */
  findBackgrounds: FindBackgrounds
  stockSearch: CachedStockSearch
  /** Free photos of stock services. */
  stock: StockPhotos
  /** The model on this machine that the operator chose. */
  localAi: LocalAiService
  /** A user's AI provider. */
  aiOf: AiForUser
  /** A user's images API. */
  imagesOf: ImagesForUser
  checkup: CredentialCheckup
}

export interface ConnectionsParts {
  config: Pick<
    Config,
    | 'dataDir'
    | 'stock'
    | 'images'
    | 'imageDefaults'
    | 'ai'
    | 'aiTimeouts'
    | 'localAiPorts'
    | 'demo'
    | 'trial'
    | 'platforms'
    | 'userBaseUrls'
  >
  settings: Pick<InstanceSettings, 'now'>
  db: Db
  sealer: SecretBox
  attempts: OauthAttempts
  log: Logger
  waitingPosts: WaitingPosts
  /** The instance's own AI provider. */
  ai: Chat
  /** The instance's own images API; null without. */
  images: Images | null
  remotePictures: {
    link(userId: string, url: string): string | null
    importPhoto(userId: string, url: string): Promise<{ filePath: string }>
  } & Pick<RemotePhotos, 'importFound'>
}

export function createConnections(deps: ConnectionsParts): Connections {
  const { config, settings, db, sealer, attempts, log, waitingPosts, ai, images, remotePictures } = deps
  const platforms = createPlatforms(config.platforms)
  const credentials = createCredentials({ db, sealer })
  const clients = createClients({ platforms, credentials })
  const importPhoto = (userId: string, url: string) => remotePictures.importPhoto(userId, url)
  const accounts = createAccounts({ db, sealer, platforms, clients, log, waitingPosts, importPhoto })
  const connect = createConnect({ db, sealer, platforms, clients, attempts, accounts, log })
  const tokens = createTokens({ db, sealer, platforms, clients, log })
  const blogs = createBlogs({ db, platforms, tokens, log, link: (userId, url) => remotePictures.link(userId, url) })
  const backgrounds = createBlogBackgrounds({ db, blogs, log, importPhoto })
  const stockSearch = createCachedStockSearch({ config, db, ownKey: (userId, id) => ownStockKey(credentials, userId, id) })
  const stock = createStockPhotos({ sealer, stockSearch, remotePictures })
  const findBackgrounds = createFindBackgrounds({ db, stock, isImitated: config.stock.openverse.sandbox, log })
  const openPublic = publicFetches({ connectMs: CONNECT_MS })
  const localAi = createLocalAi({ config, settings, log })
  const aiOf = createAiForUser({ config, settings, chat: ai, localAi, db, credentials, log, openPublic })
  const imagesOf = createImagesForUser({ config, images, credentials, log, openPublic })
  const checkup = createCredentialCheck({ credentials, platforms, aiOf, imagesOf, stock })
  const found = { backgrounds, findBackgrounds, stockSearch, stock }
  return { platforms, credentials, clients, accounts, connect, tokens, blogs, ...found, localAi, aiOf, imagesOf, checkup }
}
