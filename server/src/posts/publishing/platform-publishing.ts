import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { AccountAccess } from '../../connections/tokens.ts'

/** Why a post did not go out, for its user: the problem, and what to do. */
export interface Problem {
  /** A machine code, the platform's own where it gave one. */
  code: string
  /** One or two plain sentences, the second of which says what to do. */
  message: string
  /** Where in the product that can be done. */
  fixHref: string | null
}

/** A rendered file of a post. */
export interface PostFile {
  /** 0-based. */
  position: number
  /** The path in the file store. */
  path: string
  mimeType: string
  bytes: number
  width: number
  height: number
}

/** One attempt to send a post. */
export interface PublishRequest {
  userId: string
  postId: string
  attemptId: string
  /** By what the attempt can be found on a platform that keeps such a thing: 16 letters and digits that no other one has. */
  marker: string
  kind: PostKind
  caption: string
  description: string
  options: PostOptions
  files: readonly PostFile[]
  read(file: PostFile): Promise<Uint8Array>
  /** For files that are not to be held in memory whole. */
  stream(file: PostFile): Promise<ReadableStream<Uint8Array>>
  /** The address from which the platform may fetch a file: of this attempt alone, and dead once its outcome is looked for. */
  pullUrl(file: PostFile): string
  /** Aborts when this process may no longer act for the post. */
  signal: AbortSignal
  /** Throws LeaseLost when this process may no longer act. To be called right before every call that changes something. */
  mayAct(): void
}

/** A request that the platform accepted. */
export interface AcceptedRequest extends PublishRequest {
  remoteId: string
  /** State that `start` or an earlier `advance` returned. */
  resume: Record<string, unknown> | null
  /** Seconds since it was accepted, by the database's clock. */
  age: number
}

export type StartOutcome =
  /** The platform knows the post by this id from now on. */
  | { kind: 'accepted'; remoteId: string; resume?: Record<string, unknown> }
  /** Surely nothing was done, and trying again would not change that. */
  | { kind: 'refused'; problem: Problem }
  /**
   * Surely nothing was done. It may be tried again after `seconds`, or soon where the platform names no time; `isPause` holds all posts of the
   * account until then. `reason` says in one sentence what the matter is; the publisher adds what happens next.
   */
  | { kind: 'wait'; seconds: number | null; isPause: boolean; code: string; reason: string }
  /** It may have been done. */
  | { kind: 'unknown'; reason: string }

/** The files of an attempt that a platform downloads from this server. */
export interface Pulls {
  given: number
  /** Downloads that began before the links were revoked. */
  fetched: number
}

export type LookupOutcome =
  | { kind: 'found'; remoteId: string; resume?: Record<string, unknown> }
  /** It is not there, and cannot appear any more. */
  | { kind: 'absent' }
  /** The platform cannot tell yet, or ever. */
  | { kind: 'unclear' }

export type AdvanceOutcome =
  /** `url` leads to the post, where there is one already; `detail` says where it is when it is not public. */
  | { kind: 'done'; url: string | null; detail?: string }
  /** To be asked again after `seconds`. */
  | { kind: 'working'; seconds: number; detail: string; resume?: Record<string, unknown> }
  /** Surely not public. `retryReason` says in one sentence what went wrong, where a new attempt may do better; null where none would. */
  | { kind: 'failed'; problem: Problem; retryReason: string | null }

/**
 * How posts get onto a platform. A lost token is thrown as PlatformError of the fault `account`, whatever is to be tried again later as any
 * other PlatformError; everything else is an outcome.
 */
export interface PlatformPublisher {
  /** Posts of an account that may be begun within a minute; null where nothing is said. */
  startsPerMinute: number | null
  /** Whether the platform fetches the files of such a post from this server. */
  pulls(kind: PostKind): boolean
  /** The one call that cannot be undone, or one after which only `advance` can. A throw of another kind than `account` is an unknown outcome. */
  start(access: AccountAccess, order: PublishRequest): Promise<StartOutcome>
  /** Finds out about a `start` whose answer was lost. `pulls` counts the files that the platform downloaded before their links were revoked. */
  lookUp(access: AccountAccess, order: PublishRequest, lost: { pulls: Pulls; secondsAgo: number }): Promise<LookupOutcome>
  /** The next step of an accepted post. It may be repeated after a crash at any place. */
  advance(access: AccountAccess, order: AcceptedRequest): Promise<AdvanceOutcome>
  /** In plain words, while it is not known whether a post arrived. */
  label: string
}

export type PlatformPublishers = Readonly<Record<PostOptions['platform'], PlatformPublisher>>
