import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import type { ErrorCode } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { Fetch } from '../providers/http.ts'
import type { AccountProvider, AccountTokens, ClientKeys, PlatformSettings, Tokens } from './account.ts'
import type { FollowedBlog, PhotoPost } from './photo-source.ts'
import type { PostingLimits } from './posting-fetches.ts'
import type { PlatformPreflight } from './preflight.ts'
import type { AttemptSealer, PlatformPublisher } from './publishing.ts'
import type { PlatformWebhook } from './webhook.ts'

/** The operator's settings of a platform. */
export interface OperatorSettings {
  /** The application's key pair; null where none is set, and users bring theirs. */
  client: ClientKeys | null
  /** Where this server and where browsers find the sandbox; null for the real platform. */
  sandbox: { url: string; browserUrl: string } | null
  /** All variables, by name, as config/settings.ts reads them. */
  variables: Readonly<Record<string, unknown>>
}

/** How accounts of a platform are connected. */
export interface SignIn<Credential extends string = CredentialName> {
  /** Path of the page to which the platform redirects. */
  callbackPath: string
  /** Whether a visitor may connect before signing in. */
  signedOutToo: boolean
  /** Names of a user's own key pair. */
  credentials: { key: Credential; secret: Credential }
  /** The specification's errors of each step. */
  errors: { secretMissing: ErrorCode; exchange: ErrorCode; refresh: ErrorCode; identity: ErrorCode }
  /** The expiry that is shown for tokens without one, in seconds. */
  shownExpirySeconds: number | null
  /** For tokens that die when they are not renewed in time, of accounts that don't post, too. */
  renewWeekly?: true
}

/** The application, and the account that reads photos. */
export interface PhotoReader {
  client: ClientKeys
  tokens: Pick<AccountTokens, 'access' | 'refresh'>
}

/** A platform whose blogs' photos can be used behind slides. */
export interface PlatformPhotos {
  followed(reader: PhotoReader, limit: number): Promise<FollowedBlog[]>
  posts(reader: PhotoReader, blog: string, limit: number): Promise<PhotoPost[]>
  /** True when the blog is gone or closed, which is no fault of the connection. */
  isGone(thrown: unknown): boolean
}

export interface QueryDeps {
  tokens: Tokens
  /** A signed URL of this server for an image of the platform; null for a host that isn't the platform's. */
  linkImage(userId: string, url: string): string | null
}

export interface PublisherDeps {
  seal: AttemptSealer
  limits?: Partial<PostingLimits>
}

/** Facts about this server. */
export interface ServerFacts {
  /** Without a slash at the end. */
  publicUrl: string
  /** Whether the operator set the file that proves to the platform whose URL it is. */
  isDomainProved: boolean
}

/** A file that proves to a platform that the operator owns this server's URL. */
export interface DomainProof {
  file: string
  content: string
}

/** Everything the server knows of a platform. One line in platforms/registry.ts registers it. */
export interface PlatformDefinition<
  Settings extends PlatformSettings = PlatformSettings,
  Accounts extends AccountProvider = AccountProvider,
  Photos extends PlatformPhotos | null = PlatformPhotos | null,
  Queries = unknown,
  Options = PostOptions,
  Credential extends string = CredentialName,
> {
  /** Environment variables of the application's key pair. */
  variables: { key: string; secret: string }
  settings(operator: OperatorSettings): Settings
  /** From all variables, by name. Absent where the platform asks for no proof. */
  domainProof?(variables: OperatorSettings['variables']): DomainProof | null
  signIn: SignIn<Credential>
  accounts(settings: Settings, deps: { fetch: Fetch }): Accounts
  photos(settings: Settings, deps: { fetch: Fetch }): Photos
  /** Queries of the schedule dialog about an account. */
  queries(settings: Settings, deps: QueryDeps): Queries
  preflight(settings: Settings, deps: { publicUrl(): string; queries: Queries }): PlatformPreflight<Options>
  publisher(settings: Settings, deps: PublisherDeps): PlatformPublisher<Options>
  /** Absent where the platform reports no events. */
  webhook?(settings: Settings): PlatformWebhook
  /** The operator's remaining steps before posts are published automatically. */
  hints(settings: Settings, server: ServerFacts): string[]
  /** Options of a demo's posts. */
  demoOptions(account: { username: string }): Partial<Options>
}

/** Keeps the exact types of a definition. `Credential` names a user's own key pair. */
export function definePlatform<
  Settings extends PlatformSettings,
  Accounts extends AccountProvider,
  Photos extends PlatformPhotos | null,
  Queries,
  Options,
  Credential extends string = CredentialName,
>(definition: PlatformDefinition<Settings, Accounts, Photos, Queries, Options, Credential>): typeof definition {
  return definition
}

/** A platform as the rest of the server uses it: its definition, applied to the operator's settings. */
export interface Platform extends SignIn {
  label: string
  settings: PlatformSettings
  accounts: AccountProvider
  photos: PlatformPhotos | null
}

/** Every platform of the registry, by its id. */
export type Platforms = Record<PlatformId, Platform>
