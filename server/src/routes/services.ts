import type { Logger } from 'pino'
import type { Offer } from '../billing/price.ts'
import type { AccountMail } from '../auth/account-mail.ts'
import type { Auth } from '../auth/auth.ts'
import type { ImageDecoder } from '../image-decoding/image-decoder.ts'
import type { Config } from '../config/config.ts'
import type { Connections } from '../connections/connections.ts'
import type { Google } from '../connections/google-drive.ts'
import type { OauthAttempts } from '../connections/oauth-attempts.ts'
import type { Db } from '../db/db.ts'
import type { Listening } from '../db/listen.ts'
import type { Demos } from '../auth/visitors.ts'
import type { Generations } from '../generation/generations.ts'
import type { StripeClient } from '../providers/stripe/client.ts'
import type { WebhookSender } from '../providers/webhook-sender.ts'
import type { Chat } from '../providers/openai/chat.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ApprovalService } from '../posts/approval/approvals.ts'
import type { ManualPostingService } from '../posts/manual-posting/manual-posting.ts'
import type { PlatformQueries } from '../platforms/registry.ts'
import type { Publisher } from '../posts/publishing/publisher.ts'
import type { OAuthServer } from '../oauth-server/oauth-server.ts'
import type { FontChecker } from '../font-checking/font-checker.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { Runs } from '../runs/runs.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { RemotePhotos } from '../photos/remote-photos.ts'
import type { FoundSounds } from '../sound/found-sounds.ts'

/** Everything that routes use, created once at startup. */
export interface Services {
  config: Config
  db: Db
  /** Changes of users' data, announced by the database to every process. */
  changes: Listening
  store: FileStore
  /** Decodes and encodes images. */
  codec: ImageDecoder
  /** Checks uploaded fonts. */
  fontChecker: FontChecker
  auth: Auth
  /** Settings that operators change at runtime. */
  settings: InstanceSettings
  /** Mails about accounts, and the actions of their links. */
  accountMail: AccountMail
  /** Temporary accounts for visitors. */
  demos: Demos
  /** Background jobs, stored in the database until they are done. */
  jobs: Jobs
  /** Long work of users, stored in the database with its progress and outcome. */
  runs: Runs
  /** The operator's mail server, or files in the data folder. */
  mailer: Mailer
  /** The painter on the server; null without its built assets. */
  renderer: Renderer | null
  /** The AI provider. */
  ai: Chat
  /** The payment provider; null if every user has the Pro plan. */
  stripe: StripeClient | null
  /** The current price of the Pro plan. */
  offer: () => Promise<Offer>
  /** Null without Google Drive. */
  google: Google | null
  /** Encrypts secrets of providers, for the browser and the database. */
  sealer: SecretBox
  /** Connects apps and agents to users' accounts. */
  oauth: OAuthServer
  /** OAuth attempts in progress. */
  oauthAttempts: OauthAttempts
  /** Connected accounts, and users' own keys. */
  connections: Connections
  /** Music of stock services. */
  foundSounds: FoundSounds
  /** Images on other hosts. */
  remotePictures: RemotePhotos
  /** Approval of posts by clients. */
  approvals: ApprovalService
  /** Manual posting. */
  manualPosting: ManualPostingService
  /** Questions to platforms before a post is scheduled. */
  platformQuestions: PlatformQueries
  /** Publishes scheduled posts; used by workers. */
  publisher: Publisher
  /** Slideshows in generation. */
  generations: Generations
  /** Calls users' webhook endpoints. */
  webhooks: WebhookSender
  log: Logger
}
