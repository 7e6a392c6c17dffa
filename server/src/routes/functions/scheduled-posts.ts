import type { Hono } from 'hono'
import { z } from 'zod'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-json.ts'
import type { Processed } from '../../posts/publishing/publisher.ts'
import { changePost } from '../../posts/change-posts.ts'
import { readPost } from '../../posts/list-posts.ts'
import type { Services } from '../services.ts'

/** The page's own clock, which is ignored: the database's applies. */
const timestamp = z.union([z.string().max(100), z.number()]).optional()

/** Body of the specification's function "scheduled-post-processor". */
const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('process_due_posts'), timestamp }),
  z.object({ action: z.literal('process_specific_post'), postId: z.uuid(), timestamp }),
])

interface Reply extends Processed {
  success: boolean
  message: string
  error: string | null
}

/** Publishes a user's due posts, or one post now, through the regular publisher. */
export function registerScheduledPostsFunction(app: Hono<AppEnv>, services: Services): void {
  app.post('/functions/scheduled-post-processor', async (c) => {
    const { id: userId } = await requirePro(c, services)
    const body = await readJson(c, bodySchema)
    return c.json(
      body.action === 'process_due_posts' ? await processDue(services, userId) : await processPost(services, userId, body.postId),
    )
  })
}

async function processDue({ publisher }: Services, userId: string): Promise<Reply> {
  const done = await publisher.processDue(userId)
  const message = done.total === 0 ? 'No posts are due.' : `${done.processed} of ${done.total} due posts processed.`
  return { ...done, success: true, message, error: null }
}

async function processPost(services: Services, userId: string, postId: string): Promise<Reply> {
  const { delivery } = await readPost(services, userId, postId)
  // A draft first gets a time, with the usual validation.
  if (delivery === 'draft') await changePost(services, userId, { id: postId, scheduledTime: 'now' })
  const done = await services.publisher.processPost(userId, postId)
  const { status, detail, errorMessage } = await readPost(services, userId, postId)
  if (status === 'failed') return { ...done, success: false, message: 'The post was not published.', error: errorMessage }
  const message = status === 'published' ? 'The post is published.' : (detail ?? 'The post is being published.')
  return { ...done, success: true, message, error: null }
}
