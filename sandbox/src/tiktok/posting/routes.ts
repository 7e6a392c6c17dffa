import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Control } from '../../kit/control.ts'
import { httpFaultSchema } from '../../kit/faults.ts'
import { recorded, type RecordedEnv } from '../../kit/recorded.ts'
import { slidingWindow } from '../../kit/sliding-window.ts'
import type { OauthClients } from '../../kit/oauth-clients.ts'
import type { Files } from '../../published-posts/files.ts'
import type { Live } from '../../published-posts/ledger.ts'
import type { Grant, Grants } from '../grants.ts'
import { USERS, type SampleUser } from '../users.ts'
import { serveInit, userCap, type PostingSettings } from './init.ts'
import { LIMITS, limitOf } from './limits.ts'
import { createPosts, type FailReason, type PostsSettings } from './posts.ts'
import { serveStatus } from './status.ts'
import { createUploads } from './uploads.ts'
import { createWebhooks, type WebhookSettings } from './webhooks.ts'

interface Parts {
  control: Control
  grants: Grants
  clients: OauthClients
  productUrls: readonly string[]
  files: Files
  live: Live
  origin: (c: Context) => string
  webhookUrl: string | null
}

const failReasons = z.enum([
  'file_format_check_failed',
  'picture_size_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'photo_pull_failed',
  'video_pull_failed',
  'publish_cancelled',
  'auth_removed',
  'spam_risk',
  'spam_risk_text',
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'internal',
]) satisfies z.ZodType<FailReason>

/** Posting: its endpoints, the upload host, and the control endpoints. */
export function servePosting(app: Hono<RecordedEnv>, { control, grants, clients, productUrls, files, live, origin, webhookUrl }: Parts) {
  const { clock } = control
  const DEFAULTS: PostingSettings & WebhookSettings & PostsSettings = {
    ...LIMITS,
    moderationMs: 0,
    pullsFirst: false,
    pullDelayMs: 0,
    audited: true,
    unauditedUsers: 5,
    privateAccounts: USERS.filter(({ isPrivate }) => isPrivate).map(({ id }) => id),
    webhookUrl,
    webhookTimes: 1,
    webhookRetryMs: 1000,
    verifiedPrefixes: ['http://localhost:*/', 'http://127.0.0.1:*/', ...productUrls.map((url) => `${url.replace(/\/+$/, '')}/`)],
  }
  const settings = { ...DEFAULTS }
  const webhooks = createWebhooks({ clock, clients, settings, chaos: control.chaos })
  const posts = createPosts({ clock, webhooks, live, settings })
  const uploads = createUploads({ clock, posts, files })
  const inits = slidingWindow(clock, { limit: limitOf(settings, 'startsAMinute'), seconds: 60 })
  const polls = slidingWindow(clock, { limit: limitOf(settings, 'pollsAMinute'), seconds: 60 })
  serveInit(app, { grants, posts, files, uploads, settings, calls: inits, origin, chaos: control.chaos })
  serveStatus(app, { grants, posts, calls: polls })

  const uploadHost = new Hono<RecordedEnv>()
  // The documents know no 429: a caller above the rate limit gets a server error.
  const statusOf = (kind: string) => (kind === '429' ? 503 : Number(kind) || 500)
  const respondWithFault = (_c: unknown, { kind }: { kind: string }) => new Response('Error', { status: statusOf(kind) })
  const faults = control.faults('tiktok-upload', httpFaultSchema)
  uploadHost.use(recorded({ control, provider: 'tiktok-upload', faults, refuse: respondWithFault, isPosting: () => true }))
  uploadHost.route('/', uploads.app)

  control.app.get('/_control/tiktok/posts', (c) => c.json({ posts: posts.list() }))
  control.app.post('/_control/tiktok/fail-posts', async (c) => {
    const body = z.object({ reasons: z.array(failReasons) }).safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    posts.failNext(body.data.reasons)
    return c.json({ waiting: body.data.reasons.length })
  })
  control.app.post('/_control/tiktok/remove-post', async (c) => {
    const body = z.object({ id: z.string() }).safeParse(await c.req.json())
    const post = body.success ? posts.findPublic(body.data.id) : undefined
    if (!post) return c.json({ error: 'No post of this id is out' }, 404)
    posts.remove(post)
    return c.json({ removed: post.postId })
  })
  return {
    posts,
    uploads: uploadHost,
    settings,
    webhooks,
    isPrivate: ({ id }: SampleUser) => settings.privateAccounts.includes(id),
    refusal: (grant: Grant) => posts.cap(grant, 'DIRECT_POST') ?? userCap(grant, { posts, settings }),
    reset() {
      Object.assign(settings, DEFAULTS)
      posts.reset()
      webhooks.reset()
      uploads.reset()
      inits.clear()
      polls.clear()
    },
  }
}
