import { createFairQueue } from '../fair-queue/fair-queue.ts'

/** Videos of posts and programs rendered at once in this process; their frames share the render threads with everything else. */
export const backgroundVideos = createFairQueue({ places: 2, maxQueuedPerUser: 5000, maxQueued: 50_000 }, 'films')
