import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Config } from '../../config/config.ts'
import type { AccountRef, Tokens } from '../../connections/tokens.ts'
import { postingFetches } from '../../providers/posting-fetches.ts'
import { createTiktokPosting } from '../../providers/tiktok/posting/client.ts'
import { createTumblrPosting } from '../../providers/tumblr/posting/client.ts'
import type { RemotePhotos } from '../../photos/remote-photos.ts'
import type { PlatformPreflights } from '../publishing/platform-preflight.ts'
import { cached } from './remembered.ts'
import { createTiktokPreflight } from './tiktok/preflight.ts'
import { createTumblrPreflight } from './tumblr/preflight.ts'
import { createAskCreator } from './tiktok/ask-creator.ts'
import { createAskBlogs, type BlogChoice } from './tumblr/ask-blogs.ts'

/** Queries to platforms before a post is scheduled. */
export interface PlatformQueries {
  /** Who is about to post on TikTok, and what they may choose: asked each time. */
  creator(account: AccountRef): Promise<TiktokCreator>
  /** The blogs that a Tumblr account may post to. */
  blogs(account: AccountRef): Promise<BlogChoice[]>
  /** The preflight checks of each platform. */
  preflights: PlatformPreflights
}

interface Parts {
  config: Pick<Config, 'platforms' | 'publicUrl'>
  connections: { tokens: Tokens }
  remotePictures: RemotePhotos
}

export function createPlatformQueries({ config, connections: { tokens }, remotePictures }: Parts): PlatformQueries {
  const { tiktok, tumblr } = config.platforms
  const creator = createAskCreator({ tokens, posting: createTiktokPosting(tiktok, postingFetches(tiktok.sandbox)), remotePictures })
  const blogs = createAskBlogs({ tokens, posting: createTumblrPosting(tumblr, postingFetches(tumblr.sandbox)) })
  return {
    creator: (account) => creator(account),
    blogs: (account) => blogs(account),
    preflights: {
      tiktok: createTiktokPreflight({
        isAudited: tiktok.isAudited,
        sandbox: tiktok.sandbox,
        publicUrl: () => config.publicUrl,
        creator: ofAccount(PLATFORMS.tiktok.label, creator),
      }),
      tumblr: createTumblrPreflight({ blogs: ofAccount(PLATFORMS.tumblr.label, blogs) }),
    },
  }
}

/** Many posts of one order are to one account: it is asked about once. A platform that does not answer in time counts as one that is away. */
function ofAccount<T>(label: string, ask: (account: AccountRef, signal: AbortSignal) => Promise<T>) {
  const asked = cached((key, signal) => ask(JSON.parse(key) as AccountRef, signal))
  return ({ userId, id }: AccountRef, signal: AbortSignal): Promise<T> =>
    asked(JSON.stringify({ userId, id }), signal).catch((error: unknown) => {
      throw signal.aborted ? new AppError('PLATFORM_UNREACHABLE', { platform: label }, { cause: error }) : error
    })
}
