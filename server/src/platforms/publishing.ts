import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { AccountAccess } from './account.ts'

/** Why a post wasn't published, for the user. */
export interface Problem {
  /** Machine-readable; the platform's own code if it has one. */
  code: string
  /** One or two sentences: what happened, then what to do. */
  message: string
  /** The page where the user can fix it. */
  fixHref: string | null
}

/** A file of a post, rendered when the post was scheduled. */
export interface PostFile {
  /** 0-based. */
  position: number
  /** Path in the file store. */
  path: string
  mimeType: string
  bytes: number
  width: number
  height: number
}

/** One attempt to publish a post. `Options` is what the user chose for this platform. */
export interface PublishRequest<Options = PostOptions> {
  userId: string
  postId: string
  attemptId: string
  /** Identifies the attempt on a platform that can store a marker: 16 unique letters and digits. */
  marker: string
  kind: PostKind
  caption: string
  description: string
  options: Options
  files: readonly PostFile[]
  read(file: PostFile): Promise<Uint8Array>
  /** For files too large to hold in memory. */
  stream(file: PostFile): Promise<ReadableStream<Uint8Array>>
  /** The URL from which the platform fetches a file. It belongs to this attempt and is disabled before `lookUp`. */
  pullUrl(file: PostFile): string
  /** Aborts when this process loses the lease of the post. */
  signal: AbortSignal
  /** Throws LeaseLost if this process lost the lease. Call it right before every request that changes something. */
  mayAct(): void
}

/** An attempt that the platform accepted. */
export interface AcceptedRequest<Options = PostOptions> extends PublishRequest<Options> {
  remoteId: string
  /** State that `start` or an earlier `advance` returned. */
  resume: Record<string, unknown> | null
  /** Seconds since the platform accepted it, by the database's clock. */
  age: number
  /**
   * Stores the state for the next `advance` before a request whose response may be lost: a later call then knows that it may have been made.
   * Throws LeaseLost.
   */
  saveResume(resume: Record<string, unknown>): Promise<void>
  /** Returns those of these ids of posts on the platform that other attempts of the account have, whichever user's they are. */
  idsOfOtherAttempts(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The states of the account's other attempts whose outcome is open. */
  openAttempts(): Promise<Record<string, unknown>[]>
}

export type StartOutcome =
  /** `remoteId` is the platform's id of the post. */
  | { kind: 'accepted'; remoteId: string; resume?: Record<string, unknown> }
  /** Nothing was done, and sending it again won't help. */
  | { kind: 'refused'; problem: Problem }
  /**
   * Nothing was done. It may be sent again in `seconds`, or soon if null; `isPause` holds back all posts of the account until then. `reason`
   * says in one sentence what happened; the publisher adds what happens next.
   */
  | { kind: 'wait'; seconds: number | null; isPause: boolean; code: string; reason: string }
  /** It may have been published. */
  | { kind: 'unknown'; reason: string }

/** The files of an attempt that the platform fetches from this server. */
export interface Pulls {
  issued: number
  /** Number of files fetched before their URLs were disabled. */
  fetched: number
}

/** The stored state of an attempt. */
export interface StoredAttempt {
  kind: PostKind
  /** Null while the answer to `start` is unknown. */
  remoteId: string | null
  resume: Record<string, unknown> | null
  pulls: Pulls
}

/** An attempt that certainly published nothing, as far as it can be found on the platform. */
export interface UnpublishedAttempt<Options = PostOptions> {
  caption: string
  marker: string
  options: Options
}

export type LookupOutcome =
  | { kind: 'found'; remoteId: string; resume?: Record<string, unknown> }
  /** It isn't there, and can't appear any more. */
  | { kind: 'absent' }
  /** The platform can't tell, now or ever. */
  | { kind: 'unclear' }

export type AdvanceOutcome =
  /** `url` is the post's, if it already has one; `remoteId` its id where it got another one; `detail` says where the post is if it isn't public. */
  | { kind: 'done'; url: string | null; remoteId?: string; detail?: string }
  /** Call `advance` again in `seconds`. */
  | { kind: 'working'; seconds: number; detail: string; resume?: Record<string, unknown> }
  /** Not public. `retryReason` says in one sentence what went wrong if a new attempt may succeed; null if none would. */
  | { kind: 'failed'; problem: Problem; retryReason: string | null }
  /** It may be public, and the platform can't tell. */
  | { kind: 'unclear' }

/**
 * Publishes posts to a platform. A rejected token is thrown as a PlatformError of the fault `account`, a step to retry later as any other
 * PlatformError; everything else is an outcome.
 */
export interface PlatformPublisher<Options = PostOptions> {
  /** Posts that may be started per account and minute; null for no limit. */
  startsPerMinute: number | null
  /** Whether the platform fetches the files of such a post from this server. */
  pulls(kind: PostKind): boolean
  /** Makes the request that can't be undone, or the one before it. Any error other than `account` counts as an unknown outcome. */
  start(access: AccountAccess, request: PublishRequest<Options>): Promise<StartOutcome>
  /** Resolves a `start` whose response was lost. */
  lookUp(access: AccountAccess, request: PublishRequest<Options>, lost: { pulls: Pulls; secondsAgo: number }): Promise<LookupOutcome>
  /** The next step of an accepted post. A crash can repeat any step. */
  advance(access: AccountAccess, request: AcceptedRequest<Options>): Promise<AdvanceOutcome>
  /**
   * Whether an attempt may be public, by what is stored about it, once its account is gone or it is given up. A platform without this can't tell.
   */
  mayBePublic?(attempt: StoredAttempt): boolean
  /** Removes what an attempt left where only the account's owner sees it. Nothing that became public since, and nothing of others. */
  discard?(access: AccountAccess, attempt: UnpublishedAttempt<Options>): Promise<void>
  /** The platform's name, for users. */
  label: string
}

export type PlatformPublishers = Readonly<Record<PostOptions['platform'], PlatformPublisher>>

/** Encrypts an attempt's secrets, such as an upload URL. Only the same attempt can decrypt them. */
export interface AttemptSealer {
  seal(text: string, attempt: { userId: string; attemptId: string }): string
  open(sealed: string, attempt: { userId: string; attemptId: string }): string | null
}

/** File extensions of published media, by MIME type. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' } as const

export function extensionOf(mimeType: string): string {
  return Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType as keyof typeof EXTENSIONS] : 'bin'
}

/** File name that users see: `slide_1.jpg`, `video.mp4`. `position` is 0-based. */
export function outgoingName(kind: PostKind, { position, mimeType }: { position: number; mimeType: string }): string {
  return `${kind === 'video' ? 'video' : `slide_${position + 1}`}.${extensionOf(mimeType)}`
}
