import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PostOptions } from '@ninesixteen/shared/publishing/platforms'
import type { AccountRef } from './account.ts'

/** Something that stands in the way of a post, or that its person should know, in plain words with the way to mend it. */
export type Finding = Pick<PostProblem, 'code' | 'severity' | 'message' | 'fix' | 'fixHref'>

/** A post that is to go out, as far as it matters for whether its platform takes it. */
export interface PostToCheck<Options = PostOptions> {
  account: { ref: AccountRef; username: string; scopes: readonly string[] }
  options: Options
  kind: PostKind
  pictures: number
  /** Length of the film, in seconds; 0 for pictures. */
  filmSeconds: number
  /** Until it goes out. */
  secondsLeft: number
  /** What goes out to the account within the day that ends with this post, without it. */
  day: { posts: number; pictures: number }
}

/** What one platform alone is particular about. Asked when a post is scheduled, and once more an hour before it goes out. */
export interface PlatformPreflight<Options = PostOptions> {
  /** What is said of an option that is missing or wrong, by its name; null where the schema's own words do. */
  lacks(option: string): string | null
  /** True for what its person posts by hand: no token is needed for it. */
  isByHand(options: Options): boolean
  /** Also asks the platform, where it can be reached within `signal`. Throws ACCOUNT_RECONNECT; whatever else cannot be asked says nothing. */
  check(post: PostToCheck<Options>, signal: AbortSignal): Promise<Finding[]>
}

export type PlatformPreflights = Readonly<Record<PostOptions['platform'], PlatformPreflight>>

export const DAY_SECONDS = 24 * 60 * 60
