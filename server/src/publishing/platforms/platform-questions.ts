import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import type { Config } from '../../config.ts'
import type { AccountRef, Tokens } from '../../connections/tokens.ts'
import { postingFetches } from '../../providers/posting-fetches.ts'
import { createTiktokPosting } from '../../providers/tiktok/posting/client.ts'
import { createTumblrPosting } from '../../providers/tumblr/posting/client.ts'
import type { RemotePictures } from '../../storage/pictures/remote-pictures.ts'
import { createAskCreator } from './tiktok/ask-creator.ts'
import { createAskBlogs, type BlogChoice } from './tumblr/ask-blogs.ts'

/** What platforms are asked before a post is scheduled. */
export interface PlatformQuestions {
  /** Who is about to post on TikTok, and what they may choose: asked each time. */
  creator(account: AccountRef): Promise<TiktokCreator>
  /** The blogs that a Tumblr account may post to. */
  blogs(account: AccountRef): Promise<BlogChoice[]>
}

interface Parts {
  config: Pick<Config, 'platforms'>
  connections: { tokens: Tokens }
  remotePictures: RemotePictures
}

export function createPlatformQuestions({ config: { platforms }, connections: { tokens }, remotePictures }: Parts): PlatformQuestions {
  const { tiktok, tumblr } = platforms
  return {
    creator: createAskCreator({ tokens, posting: createTiktokPosting(tiktok, postingFetches(tiktok.sandbox)), remotePictures }),
    blogs: createAskBlogs({ tokens, posting: createTumblrPosting(tumblr, postingFetches(tumblr.sandbox)) }),
  }
}
