import { cancelPosts, changePost, movePosts } from '../../posts/change-posts.ts'
import { affectedPosts } from '../../posts/affected-posts.ts'
import { checkPostRequest, createPosts } from '../../posts/create-posts.ts'
import { duplicatePost } from '../../posts/duplicate-post.ts'
import { removePosts, retryPost, confirmOutcome } from '../../posts/retry-and-remove.ts'
import { listPosts, readPostDetails } from '../../posts/list-posts.ts'
import { refreshPosts } from '../../posts/refresh-posts.ts'
import { readHeartbeat } from '../../posts/worker-heartbeat.ts'
import { guarded } from '../contract.ts'

const posts = guarded.scheduledPosts

export const scheduledPostRoutes = {
  list: posts.list.handler(({ context: { services, userId }, input }) => listPosts(services, userId, input)),
  get: posts.get.handler(({ context: { services, userId }, input: { id } }) => readPostDetails(services, userId, id)),
  create: posts.create.handler(({ context: { services, userId }, input }) => createPosts(services, userId, input)),
  check: posts.check.handler(async ({ context: { services, userId }, input }) => ({
    problems: await checkPostRequest(services, userId, input),
  })),
  update: posts.update.handler(({ context: { services, userId }, input }) => changePost(services, userId, input)),
  move: posts.move.handler(async ({ context: { services, userId }, input }) => ({ posts: await movePosts(services, userId, input.posts) })),
  cancel: posts.cancel.handler(({ context: { services, userId }, input: { ids } }) => cancelPosts(services, userId, ids)),
  remove: posts.remove.handler(async ({ context: { services, userId }, input: { ids } }) => ({
    removed: await removePosts(services, userId, ids),
  })),
  retry: posts.retry.handler(({ context: { services, userId }, input }) => retryPost(services, userId, input)),
  settle: posts.settle.handler(({ context: { services, userId }, input }) => confirmOutcome(services, userId, input)),
  duplicate: posts.duplicate.handler(({ context: { services, userId }, input }) => duplicatePost(services, userId, input)),
  refresh: posts.refresh.handler(({ context: { services, userId }, input: { ids } }) => refreshPosts(services, userId, ids)),
  concerned: posts.concerned.handler(({ context: { services, userId }, input }) => affectedPosts(services, userId, input)),
  creator: posts.creator.handler(({ context: { services, userId }, input: { id } }) =>
    services.platformQuestions.tiktok.creator({ userId, id }),
  ),
  blogs: posts.blogs.handler(async ({ context: { services, userId }, input: { id } }) => ({
    blogs: await services.platformQuestions.tumblr.blogs({ userId, id }),
  })),
  worker: posts.worker.handler(async ({ context: { services } }) => ({
    ...(await readHeartbeat(services)),
    offlineHours: services.config.publishing.graceHours,
  })),
}
