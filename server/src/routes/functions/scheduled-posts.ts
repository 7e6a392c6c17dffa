import type { Hono } from 'hono'
import { z } from 'zod'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { publishDue, publishNow, type Processed, type Requested } from '../../posts/publishing/publish-now.ts'
import { changePost } from '../../posts/change-posts.ts'
import { readPost } from '../../posts/list-posts.ts'
import type { Services } from '../services.ts'

/** The browser's time. The server ignores it: posts go by the database's clock. */
const timestamp = z.union([z.string().max(100), z.number()]).optional()

/** The body of the specification's function "scheduled-post-processor". */
const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('process_due_posts'), timestamp }),
  z.object({ action: z.literal('process_specific_post'), postId: z.uuid(), timestamp }),
])

interface Reply extends Processed {
  success: boolean
  message: string
  error: string | null
}

/** Has the workers publish what is due of a user, or one post now, and reports what became of it. */
export function registerScheduledPostsFunction(app: Hono<AppEnv>, services: Services): void {
  app.post('/functions/scheduled-post-processor', async (c) => {
    const { id: userId } = await requirePro(c, services)
    const body = await readJson(c, bodySchema)
    return c.json(
      body.action === 'process_due_posts' ? await processDue(services, userId) : await processPost(services, userId, body.postId),
    )
  })
}

const NO_WORKER = 'No worker is running. Due posts go out as soon as one starts.'

async function processDue(services: Services, userId: string): Promise<Reply> {
  const requested = await publishDue(services, userId)
  const { processed, total, isWorkerMissing } = requested
  const message = total === 0 ? 'No posts are due.' : `${processed} of ${total} due posts processed.`
  return succeeded(requested, isWorkerMissing ? NO_WORKER : message)
}

async function processPost(services: Services, userId: string, postId: string): Promise<Reply> {
  const { delivery } = await readPost(services, userId, postId)
  // A draft gets its time by the same checks as any other change.
  if (delivery === 'draft') await changePost(services, userId, { id: postId, scheduledTime: 'now' })
  const requested = await publishNow(services, userId, postId)
  const { status, detail, errorMessage } = await readPost(services, userId, postId)
  if (status === 'failed') return { ...succeeded(requested, 'The post did not go out.'), success: false, error: errorMessage }
  if (requested.isWorkerMissing) return succeeded(requested, NO_WORKER)
  return succeeded(requested, status === 'published' ? 'The post is published.' : (detail ?? 'The post is on its way.'))
}

function succeeded({ processed, errors, total }: Requested, message: string): Reply {
  return { processed, errors, total, success: true, message, error: null }
}
