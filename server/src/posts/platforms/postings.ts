import { tiktokPostUrl } from './tiktok/post-url.ts'
import { createTiktokPublishing } from './tiktok/tiktok-publishing.ts'
import { createTumblrPublishing } from './tumblr/tumblr-publishing.ts'
import { postingFetches, type PostingLimits } from '../../providers/posting-fetches.ts'
import { createTumblrPosting } from '../../providers/tumblr/posting/client.ts'
import { createTiktokPosting } from '../../providers/tiktok/posting/client.ts'
import type { Config } from '../../config/config.ts'
import type { Sealer } from '../../secrets/sealed.ts'
import type { PlatformPublishers } from '../publishing/platform-publishing.ts'

/** The registry of platforms that posts go to. A further one is one entry here, and a folder beside the others. */
export function createPlatformPublishers(
  { platforms }: Pick<Config, 'platforms'>,
  sealer: Sealer,
  limits: Partial<PostingLimits> = {},
): PlatformPublishers {
  const { tiktok, tumblr } = platforms
  const purpose = (attemptId: string) => JSON.stringify(['publish_attempts', attemptId, 'upload'])
  return {
    tiktok: createTiktokPublishing({
      posting: createTiktokPosting(tiktok, postingFetches(tiktok.sandbox, limits)),
      seal: {
        seal: (text, { userId, attemptId }) => sealer.seal(text, { userId, purpose: purpose(attemptId) }),
        open: (sealed, { userId, attemptId }) => sealer.open(sealed, { userId, purpose: purpose(attemptId) }),
      },
      urlOf: tiktokPostUrl(tiktok),
    }),
    tumblr: createTumblrPublishing({ posting: createTumblrPosting(tumblr, postingFetches(tumblr.sandbox, limits)) }),
  }
}
