import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { AccountRef } from './account.ts'

/** A reason why a post can't go out as planned, or a warning, with what the user can do. */
export type Finding = Pick<PostProblem, 'code' | 'severity' | 'message' | 'fix' | 'fixHref'>

/** The parts of a planned post that decide whether its platform accepts it. `Options` is what the user chose for this platform. */
export interface PostToCheck<Options = PostOptions> {
  account: { ref: AccountRef; username: string; scopes: readonly string[] }
  options: Options
  kind: PostKind
  caption: string
  description: string
  pictures: number
  /** Length of the video, in seconds; 0 for slides. */
  videoSeconds: number
  /** Seconds until it goes out. */
  secondsLeft: number
  /** The account's other posts within the 24 hours before this one. */
  day: { posts: number; pictures: number }
}

/** A platform's own checks, run when a post is scheduled and an hour before it goes out. */
export interface PlatformPreflight<Options = PostOptions> {
  /** The message for a missing or invalid option, by its name; null for the schema's own message. */
  lacks(option: string): string | null
  /** True if the user posts it manually, which needs no token. */
  isByHand(options: Options): boolean
  /** Also asks the platform. Throws ACCOUNT_RECONNECT; a platform that doesn't answer before `signal` aborts adds no findings. */
  check(post: PostToCheck<Options>, signal: AbortSignal): Promise<Finding[]>
}

export type PlatformPreflights = Readonly<Record<PostOptions['platform'], PlatformPreflight>>

export const DAY_SECONDS = 24 * 60 * 60
