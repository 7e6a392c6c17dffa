import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { CHANGEABLE, DELIVERIES, RETRYABLE, type Delivery } from '@ninesixteen/shared/publishing/delivery'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { startPublishingApp } from '../testing/publishing-app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { connectAccounts, postState, type SeededAccount } from '../testing/scheduled.ts'
import { connectAccount, inHours, postRequest, setPost, startScheduler, targetOf, type CreatedPosts } from '../testing/scheduler.ts'
import { unconfirmedPost } from '../testing/unconfirmed-post.ts'

let app: TestApp
let user: TestUser
let accountId: string
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
  accountId = await connectAccount(app, user, { platform: 'tiktok' })
})

const OPTIONS = { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true, handOver: true }
type NewPost = Partial<typeof scheduledPosts.$inferInsert>

async function build(overrides: NewPost = {}): Promise<string> {
  const common = { userId: user.id, platform: 'tiktok', accountId, snapshot: [buildSlide('x')], options: OPTIONS }
  const scheduledTime = new Date(inHours(24))
  const [row] = await app.services.db.asSystem((tx) =>
    tx
      .insert(scheduledPosts)
      .values({ ...common, scheduledTime, nextAt: scheduledTime, ...overrides })
      .returning({ id: scheduledPosts.id }),
  )
  return row?.id ?? ''
}
const call = <T = ScheduledPost>(method: string, path: string, body?: unknown) =>
  user.call<T & ErrorBody>(method, `/api/v1/scheduled-posts${path}`, body)
const details = (id: string) => user.api<PostDetails>('GET', `/scheduled-posts/${id}`)
const row = async (id: string) => {
  const { rows } = await app.services.db.pool.query<Record<string, unknown>>('select * from scheduled_posts where id = $1', [id])
  return rows[0] ?? {}
}
const statusOf = (delivery: Delivery): 'pending' | 'published' | 'failed' => {
  if (delivery === 'published') return 'published'
  return ['failed', 'unconfirmed', 'cancelled', 'missed'].includes(delivery) ? 'failed' : 'pending'
}

describe('PATCH /scheduled-posts/:id', () => {
  async function expectChange(delivery: Delivery): Promise<void> {
    const id = await build({ delivery, status: statusOf(delivery), worker: 'w', leaseUntil: new Date(inHours(1)), fence: 7 })
    const changed = await call('PATCH', `/${id}`, { caption: 'new', scheduledTime: inHours(48) })
    const { cancelled, late } = (await call<{ cancelled: string[]; late: string[] }>('POST', '/cancel', { ids: [id] })).body
    if (CHANGEABLE.includes(delivery)) {
      expect([delivery, changed.status]).toEqual([delivery, 200])
      expect(changed.body).toMatchObject({ caption: 'new', delivery: 'waiting', status: 'pending' })
      expect([cancelled, late]).toEqual([[id], []])
      expect(await details(id)).toMatchObject({ status: 'failed', delivery: 'cancelled', errorMessage: 'Cancelled' })
      // The worker that held it can't write any more.
      expect(await row(id)).toMatchObject({ fence: '9', worker: null, lease_until: null, next_at: null })
      expect((await details(id)).history.map(({ kind }) => kind)).toEqual(['moved', 'edited', 'cancelled'])
      return
    }
    const code = statusOf(delivery) === 'pending' ? 'POST_SENDING' : 'POST_ENDED'
    expect([delivery, changed.status, changed.body.error.code]).toEqual([delivery, 409, code])
    // Cancelling a cancelled post succeeds.
    expect([cancelled, late]).toEqual(delivery === 'cancelled' ? [[id], []] : [[], [id]])
    expect(await row(id)).toMatchObject({ fence: '7', worker: 'w', delivery })
  }

  test('allows changes only while nothing can be on the platform, and otherwise says why not', async () => {
    for (const delivery of DELIVERIES) await expectChange(delivery)
  })

  test('editing the texts keeps the wait that the platform asked for', async () => {
    const nextAt = new Date(inHours(1))
    const id = await build({ scheduledTime: new Date(inHours(-1)), nextAt, detail: 'TikTok is limiting @sandy for now.' })
    const changed = await call('PATCH', `/${id}`, { caption: 'new', description: 'more' })
    expect(changed.body).toMatchObject({ caption: 'new', delivery: 'waiting', detail: 'TikTok is limiting @sandy for now.' })
    expect((await row(id))['next_at']).toEqual(nextAt)
    await call('PATCH', `/${id}`, { scheduledTime: 'now' })
    expect(((await row(id))['next_at'] as Date).getTime()).toBeLessThan(nextAt.getTime())
  })

  test('editing the description keeps the time and the delivery state', async () => {
    const [waiting, handedOver, draft] = [
      await build(),
      await build({ delivery: 'handed-over' }),
      await build({ delivery: 'draft', scheduledTime: null, nextAt: null }),
    ]
    for (const id of [waiting, handedOver, draft]) await call('PATCH', `/${id}`, { description: 'more' })
    expect((await Promise.all([waiting, handedOver, draft].map(details))).map(({ delivery }) => delivery)).toEqual([
      'waiting',
      'handed-over',
      'draft',
    ])
    expect(await row(waiting)).toMatchObject({ next_at: (await row(waiting))['scheduled_time'] })
    expect(await row(draft)).toMatchObject({ next_at: null })
  })

  test('rejects invalid texts, times and options', async () => {
    const id = await build()
    const codeOf = async (body: object) => (await call('PATCH', `/${id}`, body)).body.error.code
    expect(await codeOf({ caption: 'x'.repeat(151) })).toBe('CAPTION_TOO_LONG')
    expect(await codeOf({ timeZone: 'Nowhere/Land' })).toBe('TIME_ZONE_UNKNOWN')
    expect(await codeOf({ scheduledTime: inHours(-1) })).toBe('SCHEDULE_IN_PAST')
    expect(await codeOf({ options: { audience: 'EVERYBODY' } })).toBe('POST_REFUSED')
    const draft = await build({ delivery: 'draft', scheduledTime: null, nextAt: null, options: { platform: 'tiktok' } })
    expect((await call('PATCH', `/${draft}`, { scheduledTime: inHours(3) })).body.error.code).toBe('POST_REFUSED')
    expect((await call('POST', '/move', { posts: [{ id: draft, scheduledTime: inHours(3) }] })).body.error.code).toBe('POST_REFUSED')
    expect((await call('PATCH', `/${draft}`, { scheduledTime: inHours(3), options: OPTIONS })).body).toMatchObject({ delivery: 'waiting' })
  })
})

test('a draft keeps incomplete options', async () => {
  const filledIn = { platform: 'tiktok', audience: null, allowComments: true, yourBrand: true, musicConsent: false }
  const id = await build({ delivery: 'draft', scheduledTime: null, nextAt: null, options: filledIn })
  expect(await details(id)).toMatchObject({ options: null, filledIn })
  const extended = { ...filledIn, aiGenerated: true }
  expect((await call('PATCH', `/${id}`, { options: extended })).status).toBe(200)
  expect(await details(id)).toMatchObject({ delivery: 'draft', options: null, filledIn: extended })
  await call('PATCH', `/${id}`, { options: { ...extended, audience: 'SELF_ONLY', musicConsent: true } })
  expect((await details(id)).options).toMatchObject({ audience: 'SELF_ONLY', aiGenerated: true })
})

test('POST /scheduled-posts/move moves all posts or none', async () => {
  const [one, two, sent] = [await build(), await build(), await build({ delivery: 'sending' })]
  const to = (ids: string[]) => ({ posts: ids.map((id, index) => ({ id, scheduledTime: inHours(30 + index) })) })
  const timeBefore = (await row(one))['scheduled_time']
  expect((await call('POST', '/move', to([one, sent, two]))).body.error.code).toBe('POST_SENDING')
  expect((await row(one))['scheduled_time']).toEqual(timeBefore)
  const { body } = await call<{ posts: ScheduledPost[] }>('POST', '/move', to([one, two]))
  expect(body.posts.map(({ id }) => id)).toEqual([one, two])
  expect((await call('POST', '/move', to([one, one]))).status).toBe(400)
})

test('exactly one of a cancellation and a concurrent send wins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await build({ delivery: 'claimed', worker: 'w', fence: 3 })
    const sending = app.services.db.asSystem((tx) =>
      tx.execute(`update scheduled_posts set delivery = 'sending' where id = '${id}' and fence = 3 returning id`),
    )
    const [started, cancel] = await Promise.all([sending, call<{ cancelled: string[]; late: string[] }>('POST', '/cancel', { ids: [id] })])
    const isSent = started.rows.length === 1
    expect([cancel.body.cancelled.length, cancel.body.late.length]).toEqual(isSent ? [0, 1] : [1, 0])
    expect((await details(id)).delivery).toBe(isSent ? 'sending' : 'cancelled')
  }
})

describe('POST /scheduled-posts/:id/retry', () => {
  test('retries a failed, cancelled or missed post once, also on a double click', async () => {
    for (const delivery of RETRYABLE) {
      const ended = { delivery, status: 'failed' as const, errorMessage: 'x', errorCode: 'x', fixHref: '/x', remoteId: 'r', nextAt: null }
      const id = await build({ ...ended, attempts: 2 })
      const responses = await Promise.all([1, 2].map(() => call('POST', `/${id}/retry`, { scheduledTime: inHours(2) })))
      expect(responses.map(({ status, body }) => [status, body.delivery, body.errorMessage])).toEqual([
        [200, 'waiting', null],
        [200, 'waiting', null],
      ])
      expect(await row(id)).toMatchObject({ attempts: 2, remote_id: null, status: 'pending' })
      expect((await details(id)).history.map(({ kind }) => kind)).toEqual(['retried'])
    }
  })

  test('rejects published and unconfirmed posts', async () => {
    for (const delivery of ['published', 'unconfirmed'] as const) {
      const id = await build({ delivery, status: statusOf(delivery), nextAt: null })
      expect((await call('POST', `/${id}/retry`, {})).body.error.code).toBe('POST_ENDED')
    }
  })
})

describe('POST /scheduled-posts/:id/settle', () => {
  let sandbox: TestSandbox
  let account: SeededAccount
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.release())
  beforeEach(async () => {
    await sandbox.reset()
    app = await startPublishingApp(sandbox, { waits: 0.002 })
    user = await app.buildUser()
    const [first] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
    if (!first) throw new Error('The sandbox gave no account')
    account = first
  })
  const attempts = async (id: string) => (await postState(app.services, id)).attempts.map(({ phase, live }) => [phase, live])

  test('publishes the post when the user found it on the platform', { tags: ['long'] }, async () => {
    const id = await unconfirmedPost(app, sandbox, { userId: user.id, account })
    expect(await attempts(id)).toEqual([['unconfirmed', false]])
    expect((await call('POST', `/${id}/settle`, { isThere: true })).body).toMatchObject({ status: 'published', errorMessage: null })
    const [sent] = (await postState(app.services, id)).attempts
    expect((await details(id)).publishedAt).toBe(sent?.startedAt.toISOString())
    expect(await attempts(id)).toEqual([['published', false]])
    expect((await call('POST', `/${id}/settle`, { isThere: false })).body.error.code).toBe('POST_NOT_UNCONFIRMED')
  })

  test('explains why other posts need no confirmation', { tags: ['long'] }, async () => {
    const errorOf = async (id: string) => (await call('POST', `/${id}/settle`, { isThere: true })).body.error
    const confirmed = await unconfirmedPost(app, sandbox, { userId: user.id, account })
    await call('POST', `/${confirmed}/settle`, { isThere: true })
    expect((await errorOf(confirmed)).message).toBe('You have already confirmed what happened to this post.')
    const states: [Delivery, string][] = [
      ['waiting', 'has not been sent yet'],
      ['uncertain', 'is still being checked'],
      ['cancelled', 'was cancelled'],
      ['published', 'is published'],
    ]
    for (const [delivery, state] of states) {
      const id = await build({ delivery, status: statusOf(delivery), nextAt: null })
      const message = `There is nothing to confirm: this post ${state}.`
      expect(await errorOf(id)).toMatchObject({ code: 'POST_NOTHING_TO_CONFIRM', message })
    }
  })

  test('sends the post again from now when the user did not find it', { tags: ['long'] }, async () => {
    const id = await unconfirmedPost(app, sandbox, { userId: user.id, account, inSeconds: -3600 })
    const responses = await Promise.all([1, 2].map(() => call('POST', `/${id}/settle`, { isThere: false })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await details(id)).toMatchObject({ status: 'pending', delivery: 'waiting' })
    // An older time would mark the post as missed.
    expect(Date.now() - Number((await row(id))['scheduled_time'])).toBeLessThan(60_000)
    expect(await attempts(id)).toEqual([['failed', false]])
  })
})

test('POST /scheduled-posts/:id/duplicate copies a post with its files, once per request id', async () => {
  app = await startScheduler()
  user = await app.buildUser()
  const project: Project = await user.buildProject()
  const [one, two] = [await connectAccount(app, user, { platform: 'tiktok' }), await connectAccount(app, user, { platform: 'tiktok' })]
  const { posts } = await user.api<CreatedPosts>(
    'POST',
    '/scheduled-posts',
    postRequest(project, { targets: [targetOf('tiktok', one, { handOver: true })] }),
  )
  const id = posts[0]?.id ?? ''
  await user.api('DELETE', `/projects/${project.id}`)
  // The current slides don't matter.
  await setPost(app, id, { status: 'published', delivery: 'published', snapshot: [buildSlide('other'), buildSlide('slides')] })
  const body = { requestId: randomUUID(), targets: [targetOf('tiktok', two, { handOver: true })], scheduledTime: null, timeZone: 'UTC' }
  const [first, again] = [
    await call<CreatedPosts>('POST', `/${id}/duplicate`, body),
    await call<CreatedPosts>('POST', `/${id}/duplicate`, body),
  ]
  expect(again.body.posts).toEqual(first.body.posts)
  const copy = await details(first.body.posts[0]?.id ?? '')
  expect(copy).toMatchObject({ accountId: two, delivery: 'draft', caption: 'a caption', pictures: 2 })
  const texts = { ...body, requestId: randomUUID(), targets: [targetOf('tiktok', one, { handOver: true })], caption: 'again' }
  const [changed] = (await call<CreatedPosts>('POST', `/${id}/duplicate`, texts)).body.posts
  // The same account, with other words; what isn't given stays.
  expect(await details(changed?.id ?? '')).toMatchObject({ accountId: one, caption: 'again', description: copy.description })
  const long = { ...texts, requestId: randomUUID(), caption: 'x'.repeat(151) }
  expect((await call<ErrorBody>('POST', `/${id}/duplicate`, long)).body.error.code).toBe('CAPTION_TOO_LONG')
  const files = async (post: string) =>
    (await app.services.db.pool.query<{ path: string }>('select path from post_media where post_id = $1 order by position', [post])).rows
  expect(await files(copy.id)).toEqual(await files(id))
})
