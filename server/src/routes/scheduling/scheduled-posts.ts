import { PREVIEW_TIMES } from '@ninesixteen/shared/api/limits'
import { nextOccurrences } from '@ninesixteen/shared/time/occurrences'
import { cancelPosts, changePost, movePosts } from '../../posts/change-posts.ts'
import { affectedPosts } from '../../posts/affected-posts.ts'
import { checkPostRequest, createPosts, duplicatePost } from '../../posts/create-posts.ts'
import { removePosts, retryPost, confirmOutcome } from '../../posts/retry-and-remove.ts'
import { listPosts, readPostDetails } from '../../posts/list-posts.ts'
import { refreshPosts } from '../../posts/refresh-posts.ts'
import { readHeartbeat } from '../../posts/worker-heartbeat.ts'
import { guarded } from '../contract.ts'
import { removeLink, renewLink, readLink } from '../../posts/calendar-feed/calendar-link.ts'
import { checkCsv, importCsv } from '../../posts/csv/import-posts.ts'
import { listPostingTimes, nextPostingTimes, replacePostingTimes } from '../../posts/posting-times/posting-slots.ts'
import { requireZone } from '../../posts/post-request.ts'
import { createRecurrence, parseRecurrenceRule } from '../../posts/recurrence/create-recurrence.ts'
import { endRecurrence } from '../../posts/recurrence/end-recurrence.ts'
import { listRecurrences } from '../../posts/recurrence/list-recurrences.ts'

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

export const calendarLinkRoutes = {
  get: guarded.calendarLink.get.handler(({ context: { services, userId } }) => readLink(services, userId)),
  renew: guarded.calendarLink.renew.handler(({ context: { services, userId } }) => renewLink(services, userId)),
  remove: guarded.calendarLink.remove.handler(({ context: { services, userId } }) => removeLink(services, userId)),
}

export const csvRoutes = {
  check: guarded.postsCsv.check.handler(({ context: { services, userId }, input }) => checkCsv(services, userId, input)),
  take: guarded.postsCsv.take.handler(async ({ context: { services, userId }, input }) => ({
    posts: await importCsv(services, userId, input),
  })),
}

export const postingTimeRoutes = {
  list: guarded.postingTimes.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, (tx) => listPostingTimes(tx, userId)),
  ),

  replace: guarded.postingTimes.replace.handler(({ context: { services, userId }, input }) => {
    requireZone(input.zone)
    return services.db.asUser(userId, (tx) => replacePostingTimes(tx, userId, input))
  }),

  next: guarded.postingTimes.next.handler(async ({ context: { services, userId }, input: { after, ...filter } }) => {
    const question = { ...filter, after: after ? new Date(after) : null }
    const next = await services.db.asUser(userId, (tx) => nextPostingTimes(tx, userId, question))
    return next.map(({ times, ...account }) => ({ ...account, times: times.map((at) => at.toISOString()) }))
  }),
}

export const recurrenceRoutes = {
  list: guarded.recurrences.list.handler(({ context: { services, userId } }) => listRecurrences(services, userId)),

  preview: guarded.recurrences.preview.handler(({ input }) => {
    const next = nextOccurrences(parseRecurrenceRule(input), new Date(), PREVIEW_TIMES + 1)
    return { times: next.slice(0, PREVIEW_TIMES).map(({ at }) => at.toISOString()), isMore: next.length > PREVIEW_TIMES }
  }),

  create: guarded.recurrences.create.handler(({ context: { services, userId }, input }) => createRecurrence(services, userId, input)),

  end: guarded.recurrences.end.handler(({ context: { services, userId }, input: { id } }) => endRecurrence(services, userId, id)),
}
