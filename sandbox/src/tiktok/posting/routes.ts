import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Control } from '../../control.ts'
import { httpFaultSchema } from '../../http-faults.ts'
import { recorded, type RecordedEnv } from '../../recorded.ts'
import { slidingWindow } from '../../sliding-window.ts'
import type { OauthClients } from '../../oauth-clients.ts'
import type { Grant, Grants } from '../grants.ts'
import { PEOPLE, type Person } from '../people.ts'
import { serveInit, userCap, type PostingSettings } from './init.ts'
import { createPosts, type FailReason } from './posts.ts'
import { serveStatus } from './status.ts'
import { createUploads } from './uploads.ts'
import { createWebhooks, type WebhookSettings } from './webhooks.ts'

interface Parts {
  control: Control
  grants: Grants
  clients: OauthClients
  productUrls: readonly string[]
  origin: (c: Context) => string
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

/** Posting: its calls below the platform's own path, the host that takes uploads, and the switches. */
export function servePosting(app: Hono<RecordedEnv>, { control, grants, clients, productUrls, origin }: Parts) {
  const { clock } = control
  const usual: PostingSettings & WebhookSettings = {
    audited: true,
    unauditedUsers: 5,
    privateAccounts: PEOPLE.filter(({ isPrivate }) => isPrivate).map(({ id }) => id),
    webhookUrl: null,
    webhookTimes: 1,
    verifiedPrefixes: ['http://localhost:*/', 'http://127.0.0.1:*/', ...productUrls.map((url) => `${url.replace(/\/+$/, '')}/`)],
  }
  const settings = { ...usual }
  const webhooks = createWebhooks({ clock, clients, settings })
  const posts = createPosts(clock, webhooks)
  const uploads = createUploads(clock, posts)
  const inits = slidingWindow(clock, { limit: 6, seconds: 60 })
  const polls = slidingWindow(clock, { limit: 30, seconds: 60 })
  serveInit(app, { grants, posts, uploads, settings, calls: inits, origin })
  serveStatus(app, { grants, posts, calls: polls })

  const uploadHost = new Hono<RecordedEnv>()
  const refuse = (_c: unknown, fault: { kind: string }) => new Response('Error', { status: Number(fault.kind) || 500 })
  uploadHost.use(recorded({ control, provider: 'tiktok-upload', faults: control.faults('tiktok-upload', httpFaultSchema), refuse }))
  uploadHost.route('/', uploads.app)

  control.app.get('/_control/tiktok/posts', (c) => c.json({ posts: posts.list() }))
  control.app.post('/_control/tiktok/fail-posts', async (c) => {
    const body = z.object({ reasons: z.array(failReasons) }).safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    posts.failNext(body.data.reasons)
    return c.json({ waiting: body.data.reasons.length })
  })
  return {
    uploads: uploadHost,
    settings,
    webhooks,
    isPrivate: ({ id }: Person) => settings.privateAccounts.includes(id),
    refusal: (grant: Grant) => posts.cap(grant, 'DIRECT_POST') ?? userCap(grant, { posts, settings }),
    reset() {
      Object.assign(settings, usual)
      posts.reset()
      uploads.reset()
      inits.clear()
      polls.clear()
    },
  }
}
