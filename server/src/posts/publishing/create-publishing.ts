import { hasPlan } from '../../billing/has-plan.ts'
import { orderFilms, preparePost } from '../rendered-media/video-jobs.ts'
import { tell } from '../../notifications/notifications.ts'
import type { Services } from '../../services.ts'
import type { ClaimedPost } from './claim.ts'
import { MACHINE_CLOCKS } from './lease.ts'
import { createPostings } from '../platforms/postings.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import type { PublisherParts } from './publisher-parts.ts'

/** A worker that says nothing for so long is taken for lost. */
const LEASE_SECONDS = 60

/** Posts of one platform at a time. */
export const AT_ONCE = 64

/** Of those, of one person. */
export const OF_PERSON = 16

const held = ({ id, userId, fence }: ClaimedPost) => ({ postId: id, userId, fence })

export type PublishingServices = Omit<Services, 'publisher'>

/** The publisher of this process, put together. `given` is what a test has otherwise. */
export function createPublishing(services: PublishingServices, given: Partial<PublisherParts> = {}): Publisher {
  const { config, connections, db, handOvers, jobs, log, sealer, store } = services
  return createPublisher({
    db,
    store,
    tokens: connections.tokens,
    postings: createPostings(config, sealer),
    publicUrl: () => config.publicUrl,
    freeze: (userId, postId) => preparePost(services, userId, postId),
    orderVideos: (tx, userId) => orderFilms(services, tx, userId),
    handOver: {
      begin: async (tx, post) => (await handOvers.begin(tx, held(post))) !== null,
      expire: (tx, post) => handOvers.expire(tx, held(post)),
    },
    hasPlan: (userId) => hasPlan(config, userId),
    tell: (tx, userId, { post, ...news }) => tell(jobs, tx, { userId, postId: post.id, ...news }),
    log,
    clocks: MACHINE_CLOCKS,
    leaseSeconds: LEASE_SECONDS,
    graceSeconds: config.publishing.graceHours * 3600,
    atOnce: AT_ONCE,
    ofPerson: OF_PERSON,
    waits: 1,
    random: Math.random,
    ...given,
  })
}
