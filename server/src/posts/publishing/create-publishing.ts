import { hasPlan } from '../../auth/has-plan.ts'
import { enqueueVideoRender, ensurePostMedia } from '../rendered-media/video-jobs.ts'
import { notify } from '../../notifications/notifications.ts'
import type { SecretBox } from '../../secrets/sealed.ts'
import type { ManualPostingService } from '../manual-posting/manual-posting.ts'
import type { PostServices } from '../post-services.ts'
import type { ClaimedPost } from './claim.ts'
import { MACHINE_CLOCKS } from './lease.ts'
import { createPlatformPublishers } from '../../platforms/registry.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import type { AttemptSealer, PlatformPublishers } from '../../platforms/publishing.ts'

/** A worker that doesn't renew its lease within this time counts as lost: longer than a restart of the database, and short for the account's next post. */
const LEASE_SECONDS = 30

/** Posts of one platform in progress at a time. */
export const MAX_CONCURRENT_POSTS = 64

/** The share of one user's posts. */
export const MAX_CONCURRENT_PER_USER = 16

const leaseOf = ({ id, userId, fence }: ClaimedPost) => ({ postId: id, userId, fence })

export type PublishingServices = PostServices & { manualPosting: ManualPostingService; sealer: SecretBox }

/** The clients that publish to each platform. */
export function createPostings({ config, sealer }: Pick<PublishingServices, 'config' | 'sealer'>): PlatformPublishers {
  return createPlatformPublishers(config.platforms, { seal: createAttemptSealer(sealer) })
}

/** Creates the publisher of this process. */
export function createPublisherFromServices(services: PublishingServices, overrides: Partial<PublisherDeps> = {}): Publisher {
  const { config, connections, db, manualPosting, jobs, log, sealer, store } = services
  return createPublisher({
    db,
    store,
    tokens: connections.tokens,
    postings: createPostings({ config, sealer }),
    publicUrl: () => config.publicUrl,
    renderMedia: (userId, postId) => ensurePostMedia(services, userId, postId),
    orderVideos: (tx, userId) => enqueueVideoRender(services, tx, userId),
    manualPosting: {
      begin: async (tx, post) => (await manualPosting.begin(tx, leaseOf(post))) !== null,
      expire: (tx, post) => manualPosting.expire(tx, leaseOf(post)),
    },
    hasPlan: (userId) => hasPlan(config, userId),
    notify: (tx, userId, { post, ...event }) => notify(jobs, tx, { userId, postId: post.id, ...event }),
    log,
    clocks: MACHINE_CLOCKS,
    leaseSeconds: LEASE_SECONDS,
    graceSeconds: config.publishing.graceHours * 3600,
    atOnce: MAX_CONCURRENT_POSTS,
    userPostsMax: MAX_CONCURRENT_PER_USER,
    waits: 1,
    random: Math.random,
    ...overrides,
  })
}

/** Seals what an attempt keeps secret, bound to its user and its row in publish_attempts. */
export function createAttemptSealer(sealer: SecretBox): AttemptSealer {
  const owner = ({ userId, attemptId }: { userId: string; attemptId: string }) => ({
    userId,
    purpose: JSON.stringify(['publish_attempts', attemptId, 'upload']),
  })
  return {
    seal: (text, attempt) => sealer.seal(text, owner(attempt)),
    open: (sealed, attempt) => sealer.open(sealed, owner(attempt)),
  }
}
