import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { PlatformPosting } from '../../platform-posting.ts'

/** Not sent yet. */
export function createTumblrPublishing(): PlatformPosting {
  const problem = { code: 'not_yet', message: 'Posts to Tumblr cannot be sent yet.', fixHref: null }
  return {
    label: PLATFORMS.tumblr.label,
    startsPerMinute: null,
    pulls: () => false,
    start: async () => ({ kind: 'refused', problem }),
    lookUp: async () => ({ kind: 'absent' }),
    advance: async () => ({ kind: 'failed', problem, isWorthAnother: false }),
  }
}
