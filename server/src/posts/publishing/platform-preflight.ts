import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { AccountRef } from '../../connections/tokens.ts'

/** A problem or warning about a post, in plain words with its fix. */
export type Finding = Pick<PostProblem, 'code' | 'severity' | 'message' | 'fix' | 'fixHref'>

/** The facts about a post that decide whether its platform accepts it. */
export interface PostToCheck {
  account: { ref: AccountRef; username: string; scopes: readonly string[] }
  options: PostOptions
  kind: PostKind
  pictures: number
  /** Length of the video, in seconds; 0 for slides. */
  filmSeconds: number
  /** Until it goes out. */
  secondsLeft: number
  /** Posts to the account within the day that ends with this post, not counting it. */
  day: { posts: number; pictures: number }
}

/** The checks of one platform. They run when a post is scheduled, and again an hour before its time. */
export interface PlatformPreflight {
  /** The message for a missing or wrong option, by its name; null where the schema's message is enough. */
  lacks(option: string): string | null
  /** Whether the user posts it by hand: no token is needed then. */
  isByHand(options: PostOptions): boolean
  /** Also asks the platform, where it can be reached within `signal`. Throws ACCOUNT_RECONNECT; whatever else cannot be asked says nothing. */
  check(post: PostToCheck, signal: AbortSignal): Promise<Finding[]>
}

export type PlatformPreflights = Readonly<Record<PostOptions['platform'], PlatformPreflight>>

export const DAY_SECONDS = 24 * 60 * 60
