import type { Hono } from 'hono'
import type { RecordedEnv } from '../../kit/recorded.ts'
import type { SlidingWindow } from '../../kit/sliding-window.ts'
import { failed, logId } from '../responses.ts'
import type { Grants } from '../grants.ts'
import { granted } from '../user.ts'
import { isSeenByAll, type Post, type Posts } from './posts.ts'

/** Status of a post; ends one that is not public yet. */
export function serveStatus(
  app: Hono<RecordedEnv>,
  { grants, posts, calls }: { grants: Grants; posts: Posts; calls: SlidingWindow },
): void {
  app.post('/v2/post/publish/:what{status/fetch|cancel}/', async (c) => {
    const grant = granted(c, grants, 'user.info.basic')
    if (grant instanceof Response) return grant
    if (!calls.take(c.req.header('authorization') ?? '')) return failed(c, 'rate_limit_exceeded')
    const body: unknown = await c.req.json().catch(() => null)
    const publishId = typeof body === 'object' && body !== null && 'publish_id' in body ? body.publish_id : null
    const post = typeof publishId === 'string' ? posts.find(publishId) : undefined
    if (!post) return failed(c, 'invalid_publish_id')
    if (post.grant.user !== grant.user || post.grant.clientKey !== grant.clientKey) {
      return failed(c, 'token_not_authorized_for_specified_publish_id')
    }
    const respond = (data: string) =>
      c.body(`{"data":${data},"error":{"code":"ok","message":"","log_id":"${logId(c)}"}}`, 200, { 'content-type': 'application/json' })
    if (c.req.param('what') === 'cancel') {
      if (post.state !== 'receiving') return failed(c, 'publish_not_cancellable')
      posts.fail(post, 'publish_cancelled')
      return respond('{}')
    }
    post.polls += 1
    return respond(statusJson(post))
  })
}

/** As text: the id is a number of 64 bits, which JavaScript cannot hold. Its name is misspelled by the platform. */
function statusJson(post: Post): string {
  const { failReason, postId, files, isUpload, uploadedBytes } = post
  const status = statusOf(post)
  const isSeen = status === 'PUBLISH_COMPLETE' && isSeenByAll(post)
  const downloaded = isUpload ? 0 : files.reduce((sum, { bytes }) => sum + bytes, 0)
  const reason = status === 'FAILED' ? `"fail_reason":"${failReason}",` : ''
  return `{"status":"${status}",${reason}"publicaly_available_post_id":[${isSeen ? postId : ''}],"uploaded_bytes":${uploadedBytes},"downloaded_bytes":${downloaded}}`
}

/** The first poll always reports work in progress, because the platform takes a while. */
function statusOf({ state, mode, polls, isUpload }: Post): string {
  if (state === 'receiving' || polls < 2) return isUpload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD'
  if (state === 'failed') return 'FAILED'
  return mode === 'DIRECT_POST' ? 'PUBLISH_COMPLETE' : 'SEND_TO_USER_INBOX'
}
