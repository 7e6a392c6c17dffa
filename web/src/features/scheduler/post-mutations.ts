import { POSTS_AT_ONCE_MAX } from '@ninesixteen/shared/api/limits'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { callProcessor } from '../../api/post-processor-call.ts'
import { queryClient } from '../../app/query-client.ts'
import { notify } from '../../components/toast.tsx'
import { countText } from './post-texts.ts'

const UPDATE_FAILED = 'Failed to update scheduled post'
const DELETE_FAILED = 'Failed to delete scheduled post'

/** Reloads all queries of posts, and resolves once they have finished. */
export async function refetchPosts(): Promise<void> {
  const queryKey = orpc.scheduledPosts.key()
  await queryClient.invalidateQueries({ queryKey })
  // A concurrent invalidation cancels these fetches, so wait for its fetches too.
  while (queryClient.isFetching({ queryKey }) > 0) {
    await queryClient.refetchQueries({ queryKey, type: 'active', fetchStatus: 'fetching' }, { cancelRefetch: false })
  }
}

export function showUpdateFailed(cause: unknown): void {
  notify.error(UPDATE_FAILED, toApiError(cause).message)
}

export function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / POSTS_AT_ONCE_MAX) }, (_, index) =>
    all.slice(index * POSTS_AT_ONCE_MAX, (index + 1) * POSTS_AT_ONCE_MAX),
  )
}

/** Runs an action and reloads the posts. Shows an error and returns false if it fails. */
async function attempt(action: () => Promise<unknown>, errorTitle: string = UPDATE_FAILED): Promise<boolean> {
  try {
    await action()
    return true
  } catch (cause) {
    notify.error(errorTitle, toApiError(cause).message)
    return false
  } finally {
    await refetchPosts()
  }
}

/** Undoes a cancellation by rescheduling the posts at their time. */
function undoCancel(posts: readonly ScheduledPost[]): Promise<boolean> {
  return attempt(async () => {
    for (const { id, scheduledTime } of posts) if (scheduledTime !== null) await api.scheduledPosts.retry({ id, scheduledTime })
  })
}

export async function cancelPosts(posts: readonly ScheduledPost[]): Promise<boolean> {
  const cancelled = new Set<string>()
  let late = 0
  const isDone = await attempt(async () => {
    for (const batch of inBatches(posts)) {
      const response = await api.scheduledPosts.cancel({ ids: batch.map(({ id }) => id) })
      late += response.late.length
      for (const id of response.cancelled) cancelled.add(id)
    }
  })
  const cancelledPosts = posts.filter(({ id }) => cancelled.has(id))
  if (late > 0) notify.error(UPDATE_FAILED, `${countText(late)} couldn’t be cancelled: already being sent or finished.`)
  if (cancelledPosts.length > 0) {
    const undo = { label: 'Undo', onClick: () => void undoCancel(cancelledPosts) }
    notify.action(cancelledPosts.length === 1 ? 'Post cancelled.' : `${cancelledPosts.length} posts cancelled.`, undo)
  }
  return isDone
}

export function removePosts(posts: readonly ScheduledPost[]): Promise<boolean> {
  return attempt(async () => {
    for (const batch of inBatches(posts)) await api.scheduledPosts.remove({ ids: batch.map(({ id }) => id) })
  }, DELETE_FAILED)
}

/** Runs an action on each post, also after one has failed. */
function attemptEach(posts: readonly ScheduledPost[], action: (post: ScheduledPost) => Promise<unknown>): Promise<boolean> {
  return attempt(async () => {
    const outcomes = await Promise.allSettled(posts.map(action))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  })
}

export function postNow(posts: readonly ScheduledPost[]): Promise<boolean> {
  return attemptEach(posts, ({ id }) => api.scheduledPosts.update({ id, scheduledTime: 'now' }))
}

export function retryPosts(posts: readonly ScheduledPost[], scheduledTime: string): Promise<boolean> {
  return attemptEach(posts, ({ id }) => api.scheduledPosts.retry({ id, scheduledTime }))
}

export function settlePost({ id }: ScheduledPost, isThere: boolean): Promise<boolean> {
  return attempt(() => api.scheduledPosts.settle({ id, isThere }))
}

/** Updates posts to the current slides. */
export function refreshPosts(posts: readonly ScheduledPost[]): Promise<boolean> {
  return attempt(async () => {
    const { late } = await api.scheduledPosts.refresh({ ids: posts.map(({ id }) => id) })
    if (late.length > 0) notify.error(UPDATE_FAILED, `${countText(late.length)} couldn’t be updated: already being sent or finished.`)
  })
}

/** "Test Upload Now": sends the posts. */
export async function testUpload(posts: readonly ScheduledPost[]): Promise<void> {
  await attemptEach(posts, async ({ id }) => {
    const { success, message, error } = await callProcessor({ action: 'process_specific_post', postId: id })
    if (success) notify.ok(message ?? 'The post is on its way.')
    else notify.error(message ?? UPDATE_FAILED, error ?? undefined)
  })
}
