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
import type { Chat } from '../providers/openai/chat.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ManualPostingService } from '../posts/manual-posting/manual-posting.ts'
import type { PlatformQueries } from '../platforms/registry.ts'
import type { Publisher } from '../posts/publishing/publisher.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { Sealer } from '../secrets/sealed.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { RemotePhotos } from '../photos/remote-photos.ts'

/** Everything a route may use, put together once by the composition root. */
export interface Services {
  config: Config
  db: Db
  /** What changes of people's, as the database tells it to every process. */
  changes: Listening
  store: FileStore
  /** Decodes and encodes pictures. */
  codec: ImageDecoder
  auth: Auth
  /** What operators may change while the product runs. */
  settings: InstanceSettings
  /** Mails about accounts, and what the links in them do. */
  accountMail: AccountMail
  /** Accounts for visitors, which end by themselves. */
  demos: Demos
  /** Work in the background, kept in the database until it is done. */
  jobs: Jobs
  /** The operator's mail server, or files in the data folder. */
  mailer: Mailer
  /** The painter on the server; null where its assets are not built. */
  renderer: Renderer | null
  /** The AI provider. */
  ai: Chat
  /** The provider of payments; null where everybody has the Pro plan. */
  stripe: StripeClient | null
  /** What the Pro plan costs who subscribes now. */
  offer: () => Promise<Offer>
  /** Null where Google Drive is not set up. */
  google: Google | null
  /** Seals what a provider's secret is, for the browser and for the database. */
  sealer: Sealer
  /** Authorisations in progress at a provider. */
  oauthAttempts: OauthAttempts
  /** Connected accounts, and people's own credentials. */
  connections: Connections
  /** Pictures that stand on hosts of others. */
  remotePictures: RemotePhotos
  /** Posts that go out by their person's own hands. */
  handOvers: ManualPostingService
  /** What platforms are asked before a post is scheduled. */
  platformQuestions: PlatformQueries
  /** Sends what is scheduled. */
  publisher: Publisher
  /** Slideshows being written. */
  generations: Generations
  log: Logger
}
