import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PublicPost } from '@ninesixteen/shared/public-api/posts'
import { idempotencyKeys } from '../../db/schema-idempotency.ts'
import { postEvents, publishAttempts, scheduledPosts } from '../../db/schema-publishing.ts'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import type { Answer, TestApp, TestUser } from '../../testing/app.ts'
import { connectAccount, HOUR_MS, inHours, REQUIRED_OPTIONS, setPost, startScheduler } from '../../testing/scheduler.ts'

interface CreatedPost extends PublicPost {
  approval: { needs_approval: true; message: string; url: string } | null
}
interface Created {
  posts: CreatedPost[]
  problems: { account_id: string; code: string }[]
}

let app: TestApp
let user: TestUser
let key: ApiCaller
let project: Project
/** Ids by platform, as the public API lists them. */
let accounts: Map<string, string>
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  key = await buildApiKey(user)
  project = await user.buildProject()
  await connectAccount(app, user, { platform: 'tiktok' })
  await connectAccount(app, user, { platform: 'tumblr' })
  const { body } = await key.call<{ accounts: { id: string; platform: string }[] }>('GET', '/accounts')
  accounts = new Map(body.accounts.map(({ id, platform }) => [platform, id]))
})

const targetOf = (platform: 'tiktok' | 'tumblr', options = {}) => ({
  account_id: accounts.get(platform),
  options: { ...REQUIRED_OPTIONS[platform], ...options },
})
const order = (overrides: object = {}) => ({
  slideshow_id: project.id,
  version: project.version,
  caption: 'a caption',
  scheduled_at: inHours(24),
  targets: [targetOf('tumblr')],
  ...overrides,
})
const stored = () => app.services.db.asUser(user.id, (tx) => tx.select().from(scheduledPosts))

describe('posts', () => {
  test('of a request whose process died are made, although their time passed meanwhile', async () => {
    const { db } = app.services
    const sent = { body: order({ scheduled_at: inHours(-1) }), idempotencyKey: 'one' }
    // Keeps the key of the refused request, as a dead process does.
    await db.asSystem((tx) =>
      tx.execute(sql`
        create function keep_key() returns trigger language plpgsql as 'begin return null; end';
        create trigger keep_key before delete on wishes for each row execute function keep_key()`),
    )
    expect((await key.call('POST', '/posts', sent)).body).toMatchObject({ code: 'SCHEDULE_IN_PAST' })
    const age = (hours: number) =>
      db.asSystem((tx) =>
        tx
          .update(idempotencyKeys)
          .set({ madeAt: sql`now() - make_interval(hours => ${hours}::integer)`, heldUntil: sql`now() - interval '1 second'` }),
      )
    await age(0)
    expect((await key.call('POST', '/posts', sent)).body).toMatchObject({ code: 'SCHEDULE_IN_PAST' })
    // The request was first seen two hours ago, when its time was in the future.
    await age(2)
    const { status, body } = await key.call<Created>('POST', '/posts', sent)
    expect([status, body.posts]).toMatchObject([201, [{ delivery: 'waiting', scheduled_at: sent.body.scheduled_at }]])
  })

  test('three times asked for are made once, listed, and read with their history and attempts', async () => {
    const [answers, body] = [[] as Answer<Created>[], order()]
    for (let turn = 0; turn < 3; turn += 1) answers.push(await key.call<Created>('POST', '/posts', { body, idempotencyKey: 'one' }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const [post] = answers[0]?.body.posts ?? []
    expect(post).toMatchObject({
      platform: 'tumblr',
      status: 'pending',
      delivery: 'waiting',
      account_id: accounts.get('tumblr'),
      approval: null,
    })
    expect(await stored()).toHaveLength(1)
    expect((await key.call('GET', '/posts?status=pending')).body).toMatchObject({ posts: [{ id: post?.id }], next: null })
    const attempt = { userId: user.id, postId: post?.id ?? '', attempt: 1, phase: 'refused' as const, code: 'X', message: 'No.' }
    await app.services.db.asSystem((tx) => tx.insert(publishAttempts).values(attempt))
    const read = await key.call('GET', `/posts/${post?.id}`)
    expect(read.body).toMatchObject({
      history: [{ kind: 'scheduled' }],
      attempts: [{ number: 1, phase: 'refused', code: 'X', message: 'No.' }],
    })
  })

  test('are moved, cancelled and retried, each three times with one effect', async () => {
    const { body } = await key.call<Created>('POST', '/posts', { body: order() })
    const path = `/posts/${body.posts[0]?.id}`
    const thrice = async (what: string, input?: object) => {
      const answers = []
      for (let turn = 0; turn < 3; turn += 1)
        answers.push(await key.call('POST', `${path}/${what}`, { ...(input && { body: input }), idempotencyKey: what }))
      expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
      return answers[0]
    }
    const at = inHours(48)
    expect((await thrice('move', { scheduled_at: at }))?.body).toMatchObject({ scheduled_at: at })
    expect((await thrice('cancel'))?.body).toMatchObject({ delivery: 'cancelled' })
    expect((await thrice('retry', { scheduled_at: inHours(3) }))?.body).toMatchObject({ delivery: 'waiting' })
    const events = await app.services.db.asUser(user.id, (tx) =>
      tx.select({ kind: postEvents.kind }).from(postEvents).orderBy(postEvents.id),
    )
    expect(events.map(({ kind }) => kind)).toEqual(['scheduled', 'moved', 'cancelled', 'retried'])
    await key.call('POST', `${path}/cancel`)
    expect((await key.call('POST', `${path}/retry`)).body).toMatchObject({ delivery: 'waiting' })
    await setPost(app, body.posts[0]?.id ?? '', { delivery: 'sending' })
    const late = await key.call('POST', `${path}/cancel`)
    expect([late.status, late.body['code']]).toEqual([409, 'POST_SENDING'])
  })

  test('of a key for drafts are drafts, and it schedules in no way', async () => {
    const drafting = await buildApiKey(user, { scopes: ['posts:draft', 'posts:read'] })
    const lacks = [403, 'API_KEY_SCOPE']
    const refused = async (path: string, body?: object) => {
      const answer = await drafting.call('POST', path, body ? { body } : {})
      expect([path, answer.status, answer.body['code']]).toEqual([path, ...lacks])
    }
    for (const at of ['now', inHours(1)]) await refused('/posts', order({ scheduled_at: at }))
    expect((await drafting.call('POST', '/posts/check', { body: order() })).status).toBe(200)
    const { body } = await drafting.call<Created>('POST', '/posts', { body: order({ scheduled_at: null }) })
    expect(body.posts).toMatchObject([{ delivery: 'draft', scheduled_at: null, approval: null }])
    const path = `/posts/${body.posts[0]?.id}`
    await refused(`${path}/move`, { scheduled_at: inHours(1) })
    await refused(`${path}/retry`, {})
    await refused(`${path}/cancel`)
    expect((await stored()).map(({ delivery }) => delivery)).toEqual(['draft'])
  })

  test('that need a consent wait as drafts for their owner, whatever the key sends', async () => {
    const targets = [targetOf('tumblr'), targetOf('tiktok', { musicConsent: true })]
    const check = await key.call('POST', '/posts/check', { body: order({ targets }) })
    expect(check.body).toMatchObject({ problems: [{ code: 'reconnect', severity: 'warn' }], needs_approval: [accounts.get('tiktok')] })
    expect(await stored()).toEqual([])
    const answers = []
    for (let turn = 0; turn < 3; turn += 1)
      answers.push(await key.call<Created>('POST', '/posts', { body: order({ targets, scheduled_at: 'now' }), idempotencyKey: 'one' }))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const [scheduled, draft] = answers[0]?.body.posts ?? []
    expect([scheduled?.platform, scheduled?.approval]).toEqual(['tumblr', null])
    expect(draft).toMatchObject({
      platform: 'tiktok',
      delivery: 'draft',
      scheduled_at: null,
      approval: { needs_approval: true, url: draft?.url },
    })
    expect(draft?.approval?.message).toContain('agree')
    const rows = await stored()
    expect(rows).toHaveLength(2)
    expect(rows.find(({ platform }) => platform === 'tiktok')?.options).not.toMatchObject({ musicConsent: true })
    const moved = await key.call('POST', `/posts/${draft?.id}/move`, { body: { scheduled_at: inHours(2) } })
    expect([moved.status, moved.body['code']]).toEqual([422, 'POST_REFUSED'])
    // Its owner agrees on the page, and the key may then schedule it.
    const { filledIn } = await user.api<{ filledIn: object }>('GET', `/scheduled-posts/${draft?.id}`)
    await user.api('PATCH', `/scheduled-posts/${draft?.id}`, { options: { ...filledIn, musicConsent: true } })
    const approved = await key.call('POST', `/posts/${draft?.id}/move`, { body: { scheduled_at: inHours(2) } })
    expect([approved.status, approved.body['delivery']]).toEqual([200, 'waiting'])
  })

  test('with problems answer them all and make nothing', async () => {
    const { status, body } = await key.call('POST', '/posts', { body: order({ targets: [targetOf('tumblr', { blog: '' })] }) })
    expect([status, body['code']]).toEqual([422, 'POST_REFUSED'])
    expect(body['problems']).toMatchObject([{ platform: 'tumblr', severity: 'stop' }])
    expect((await key.call('POST', '/posts', { body: order({ version: 99 }) })).body['code']).toBe('PROJECT_CHANGED')
    expect(await stored()).toEqual([])
  })

  test('for an account of another user are refused as a whole', async () => {
    const other = await app.buildUser()
    await connectAccount(app, other, { platform: 'tumblr' })
    const { body } = await (await buildApiKey(other)).call<{ accounts: { id: string }[] }>('GET', '/accounts')
    const foreign = { account_id: body.accounts[0]?.id, options: REQUIRED_OPTIONS.tumblr }
    for (const path of ['/posts', '/posts/check']) {
      const answer = await key.call('POST', path, { body: order({ targets: [targetOf('tumblr'), foreign] }) })
      expect([path, answer.status, answer.body['code']]).toEqual([path, 400, 'INVALID_INPUT'])
    }
    expect(await stored()).toEqual([])
  })

  test('of another company are out of reach', async () => {
    const company = await user.buildCompany()
    const { body } = await key.call<Created>('POST', '/posts', { body: order() })
    const ofCompany = await buildApiKey(user, { companyId: company.id })
    const path = `/posts/${body.posts[0]?.id}`
    for (const [method, what, input] of [
      ['GET', '', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/move', { scheduled_at: new Date(Date.now() + HOUR_MS).toISOString() }],
      ['POST', '/retry', {}],
    ] as const) {
      const answer = await ofCompany.call(method, path + what, input === undefined ? {} : { body: input })
      expect([what, answer.status, answer.body['code']]).toEqual([what, 403, 'API_KEY_COMPANY'])
    }
    expect((await ofCompany.call('POST', '/posts', { body: order() })).body['code']).toBe('API_KEY_COMPANY')
    expect((await ofCompany.call('GET', '/posts')).body).toMatchObject({ posts: [] })
    const [row] = await app.services.db.asUser(user.id, (tx) =>
      tx
        .select({ delivery: scheduledPosts.delivery })
        .from(scheduledPosts)
        .where(eq(scheduledPosts.id, body.posts[0]?.id ?? '')),
    )
    expect(row?.delivery).toBe('waiting')
  })
})

test('slides are rendered in every format and type', async () => {
  for (const [query, type, magic] of [
    ['', 'image/png', '89504e47'],
    ['?format=4:5&type=jpeg', 'image/jpeg', 'ffd8ff'],
  ] as const) {
    const answer = await key.fetch('GET', `/slideshows/${project.id}/slides/1/render${query}`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual([200, type, '"1"'])
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString('hex')
        .startsWith(magic),
    ).toBe(true)
  }
  expect((await key.fetch('GET', `/slideshows/${project.id}/slides/2/render`)).status).toBe(404)
})
