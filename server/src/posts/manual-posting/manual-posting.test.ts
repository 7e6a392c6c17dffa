import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ManualPosting, ManualPostingLink } from '@ninesixteen/shared/api/manual-posting'
import { manualPostingLinks } from '../../db/schema-manual-posting.ts'
import { postEvents, scheduledPosts } from '../../db/schema-publishing.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { buildDuePost, buildManualPost, type ManualPost } from '../../testing/manual-posting.ts'

let app: TestApp
let user: TestUser
let post: ManualPost
beforeEach(async () => {
  app = await startTestApp({ trustProxy: true, logLevel: 'debug' })
  user = await app.buildUser({ email: 'canary@example.org' })
  post = await buildManualPost(app, user)
})

const pathOf = (token = post.token, answer = '') => `/api/v1/hand-over/${token}${answer}`
const readPage = async (token = post.token) => app.anonymous.call<ManualPosting>('GET', pathOf(token))
const submit = async (answer: 'posted' | 'not-posted', body: object = {}) =>
  app.anonymous.call<ManualPosting>('POST', pathOf(post.token, `/${answer}`), body)
const asSystem = <T>(work: Parameters<typeof app.services.db.asSystem<T>>[0]) => app.services.db.asSystem(work)

async function rowOf(id = post.id) {
  const [row] = await asSystem((tx) => tx.select().from(scheduledPosts).where(eq(scheduledPosts.id, id)))
  if (!row) throw new Error('The post is gone')
  return row
}

async function historyOf(id = post.id): Promise<string[]> {
  const events = await asSystem((tx) => tx.select().from(postEvents).where(eq(postEvents.postId, id)).orderBy(postEvents.id))
  return events.map(({ kind, text }) => `${kind}: ${text}`)
}

/** Lets so much time pass for a link, by the database's clock. */
const age = (interval: string) =>
  asSystem((tx) => tx.update(manualPostingLinks).set({ expiresAt: sql`${manualPostingLinks.expiresAt} - ${interval}::interval` }))

describe('a caller with a manual posting link', () => {
  test('sees what to post and nothing else about the user', { tags: ['long'] }, async () => {
    const { status, headers, body } = await readPage()
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    const { scheduledTime, nextAt } = await rowOf()
    const file = (position: number) => ({
      name: `slide_${position + 1}.jpg`,
      url: `/files/hand-over/${post.token}/${position}/slide_${position + 1}.jpg`,
      mimeType: 'image/jpeg',
      width: 640,
      height: 480,
      bytes: expect.any(Number),
    })
    expect(body).toEqual({
      state: 'open',
      platform: { label: 'TikTok', site: 'https://www.tiktok.com/' },
      account: 'ada.makes',
      scheduledTime: scheduledTime?.toISOString(),
      expiresAt: nextAt?.toISOString(),
      answeredAt: null,
      remoteUrl: null,
      content: {
        kind: 'slides',
        caption: 'Calm mornings',
        description: 'Ten minutes are enough. #calm',
        tags: [],
        files: [file(0), file(1)],
      },
    })
    for (const secret of [user.id, user.email, post.id]) expect(JSON.stringify(body)).not.toContain(secret)
  })

  test('downloads the stored files while the post waits', async () => {
    const { body } = await readPage()
    for (const [position, path] of post.paths.entries()) {
      const url = body.content?.files[position]?.url ?? ''
      const answer = await app.anonymous.fetch(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const stored = await app.services.store.read(path)
      expect(Buffer.from(await answer.arrayBuffer()).equals(stored ?? Buffer.alloc(0))).toBe(true)
    }
    for (const path of ['2/slide_3.jpg', '-1/x.jpg', 'x/x.jpg', '1e0/x.jpg']) {
      expect((await app.anonymous.fetch(`/files/hand-over/${post.token}/${path}`)).status, path).toBe(404)
    }
    await submit('posted')
    expect((await app.anonymous.fetch(body.content?.files[0]?.url ?? '')).status).toBe(404)
  })

  test('marks the post as posted, with its URL', async () => {
    const url = 'https://www.tiktok.com/@ada.makes/photo/1'
    const { status, body } = await submit('posted', { url: `My post ${url}` })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'posted', remoteUrl: url, content: null, answeredAt: expect.any(String) })
    expect(await rowOf()).toMatchObject({
      status: 'published',
      delivery: 'published',
      remoteUrl: url,
      publishedAt: expect.any(Date),
      nextAt: null,
      leaseUntil: null,
      worker: null,
      detail: null,
    })
    expect(await historyOf()).toEqual(['handed-over: It is time: waiting for you to post it by hand.', 'published: Posted by hand.'])
  })

  test('marks the post as not posted, with a reason', async () => {
    expect((await submit('not-posted', { reason: 'The music\0 was gone' })).body).toMatchObject({ state: 'not-posted', content: null })
    expect(await rowOf()).toMatchObject({
      status: 'failed',
      delivery: 'failed',
      errorMessage: 'Not posted: The music was gone',
      errorCode: 'not_posted',
      publishedAt: null,
      nextAt: null,
    })
  })

  test('cannot change the answer', async () => {
    const first = await submit('posted')
    const row = await rowOf()
    for (const answer of ['not-posted', 'posted', 'not-posted'] as const) {
      const again = await submit(answer, answer === 'posted' ? { url: 'https://www.tiktok.com/@other' } : { reason: 'no' })
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect(await rowOf()).toEqual(row)
    expect((await readPage()).body).toEqual(first.body)
  })

  test('gets the same answer as concurrent callers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => submit(at % 2 === 0 ? 'posted' : 'not-posted')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.state)).size).toBe(1)
    expect(await historyOf()).toHaveLength(2)
  })

  test('cannot enter a URL of another site', async () => {
    const { status, body } = await submit('posted', { url: 'https://example.com/@ada' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'HAND_OVER_ADDRESS', message: expect.stringContaining('TikTok') } })
    expect((await readPage()).body.state).toBe('open')
  })

  test('needs no session, and other sessions in the browser do not matter', async () => {
    const other = await app.buildUser()
    const browser = new Caller(app.url, { cookie: other.cookieHeader })
    expect((await browser.call('GET', pathOf())).headers.get('x-ninesixteen-user')).toBeNull()
    expect((await browser.call('POST', pathOf(post.token, '/posted'), {})).status).toBe(200)
  })

  test('is rejected from another origin and with a long body', async () => {
    const foreign = new Caller(app.url, { origin: 'https://foreign.example' })
    expect((await foreign.call('POST', pathOf(post.token, '/posted'), {})).status).toBe(403)
    expect((await submit('not-posted', { reason: 'a'.repeat(70_000) })).status).toBe(413)
    expect((await submit('not-posted', { reason: 'a'.repeat(301) })).status).toBe(400)
    expect((await readPage()).body.state).toBe('open')
  })
})

describe('an invalid manual posting link', () => {
  test('expired, replaced and deleted links return the same 404 as unknown ones', { tags: ['long'] }, async () => {
    const unknown = await readPage('A'.repeat(43))
    expect([unknown.status, unknown.body]).toMatchObject([404, { error: { code: 'HAND_OVER_GONE' } }])
    await age('23 hours 59 minutes')
    expect((await readPage()).status).toBe(200)
    await age('1 minute')
    const responses = [await readPage()]
    const row = await rowOf()
    for (const answer of ['posted', 'not-posted'] as const) responses.push(await submit(answer))
    expect(await rowOf()).toEqual(row)
    expect((await app.anonymous.fetch(`/files/hand-over/${post.token}/0/slide_1.jpg`)).status).toBe(404)

    const replaced = await buildManualPost(app, user)
    await user.api('POST', `/scheduled-posts/${replaced.id}/hand-over`, {})
    responses.push(await readPage(replaced.token))

    const deleted = await buildManualPost(app, user)
    await asSystem((tx) => tx.delete(scheduledPosts).where(eq(scheduledPosts.id, deleted.id)))
    responses.push(await readPage(deleted.token))
    for (const token of ['x', '%00', '..%2F..', post.token.slice(1), `${post.token}A`, 'é'.repeat(40)])
      responses.push(await readPage(token))
    for (const { status, body } of responses) expect([status, body]).toEqual([404, unknown.body])
  })

  test.each(['cancelled', 'waiting', 'draft'] as const)('a link to a post that is %s says so and changes nothing', async (delivery) => {
    await asSystem((tx) => tx.update(scheduledPosts).set({ delivery }).where(eq(scheduledPosts.id, post.id)))
    const row = await rowOf()
    for (const { status, body } of [await readPage(), await submit('posted'), await submit('not-posted')])
      expect([status, body]).toMatchObject([200, { state: 'withdrawn', content: null }])
    expect(await rowOf()).toEqual(row)
    expect((await app.anonymous.fetch(`/files/hand-over/${post.token}/0/slide_1.jpg`)).status).toBe(404)
  })

  test('a thousand guesses find no link and block no other caller', { tags: ['long'] }, async () => {
    const guesser = new Caller(app.url, { 'x-forwarded-for': '203.0.113.7' })
    const flipped = (at: number) =>
      post.token.slice(0, at % 43) + (post.token[at % 43] === 'A' ? 'B' : 'A') + post.token.slice((at % 43) + 1)
    const statuses: number[] = []
    for (let at = 0; at < 1000; at += 50) {
      const tokens = Array.from({ length: 50 }, (_, one) => (one % 2 ? flipped(at + one) : `${at + one}`.padStart(43, 'x')))
      statuses.push(...(await Promise.all(tokens.map(async (token) => (await guesser.call('GET', pathOf(token))).status))))
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 404)).toHaveLength(120)
    expect((await guesser.call('GET', pathOf())).status).toBe(429)
    const phone = new Caller(app.url, { 'x-forwarded-for': '203.0.113.8' })
    expect((await phone.call('GET', pathOf())).status).toBe(200)
  })

  test('limits requests per existing link across IP addresses', { tags: ['long'] }, async () => {
    const open = async (token: string): Promise<number[]> => {
      const statuses: number[] = []
      for (let at = 0; at < 80; at += 20) {
        const phone = new Caller(app.url, { 'x-forwarded-for': `203.0.113.${at}` })
        const calls = Array.from({ length: 20 }, () => phone.call('GET', pathOf(token)))
        statuses.push(...(await Promise.all(calls)).map(({ status }) => status))
      }
      return statuses
    }
    expect(new Set(await open('x'.repeat(43)))).toEqual(new Set([404]))
    const opened = await open(post.token)
    expect([200, 429].map((code) => opened.filter((status) => status === code).length)).toEqual([60, 20])
  })
})

test('only the worker that holds a post starts its manual posting', async () => {
  const duePost = await buildDuePost(app, user)
  const startPosting = (fence: number) =>
    asSystem((tx) => app.services.manualPosting.begin(tx, { userId: user.id, postId: duePost.id, fence }))
  expect(await startPosting(duePost.fence - 1)).toBeNull()
  expect((await rowOf(duePost.id)).delivery).toBe('claimed')
  expect(await startPosting(duePost.fence)).toMatchObject({ url: expect.stringMatching(/^http:\/\/localhost:3000\/post\/[\w-]{43}$/) })
  const row = await rowOf(duePost.id)
  expect(row).toMatchObject({ status: 'pending', delivery: 'handed-over', leaseUntil: null, worker: null, fence: duePost.fence + 1 })
  const hours = ((row.nextAt?.getTime() ?? 0) - row.updatedAt.getTime()) / 3_600_000
  expect(hours).toBe(24)
  expect(await startPosting(duePost.fence + 1)).toBeNull()
})

test('a post that its user does not mark as posted within a day is missed', async () => {
  const expire = async (fence: number) =>
    asSystem((tx) => app.services.manualPosting.expire(tx, { userId: user.id, postId: post.id, fence }))
  const { fence } = await rowOf()
  expect(await expire(fence - 1)).toBe(false)
  expect(await expire(fence)).toBe(true)
  const message = 'You did not mark it as posted in time. Post it by hand or reschedule it.'
  expect(await rowOf()).toMatchObject({ status: 'failed', delivery: 'missed', errorMessage: message, nextAt: null, detail: null })
  expect((await historyOf()).at(-1)).toBe(`missed: ${message}`)

  post = await buildManualPost(app, user)
  const heldFence = (await rowOf()).fence
  await submit('posted')
  expect(await expire(heldFence)).toBe(false)
  expect((await rowOf()).status).toBe('published')
})

describe('GET and POST /scheduled-posts/:id/hand-over', () => {
  const linkOf = async (id = post.id) => (await user.api<{ link: ManualPostingLink }>('GET', `/scheduled-posts/${id}/hand-over`)).link

  test('return the link and when it was opened', async () => {
    expect(await linkOf()).toMatchObject({ url: post.url, openedAt: null, reach: 'machine' })
    await readPage()
    const { openedAt } = await linkOf()
    expect(openedAt).toEqual(expect.any(String))
    await readPage()
    expect(await linkOf()).toMatchObject({ url: post.url, openedAt })
  })

  test('replace the link with a new one for another day', async () => {
    await age('5 hours')
    const { link } = await user.api<{ link: ManualPostingLink }>('POST', `/scheduled-posts/${post.id}/hand-over`, {})
    expect(link.url).not.toBe(post.url)
    expect(link.expiresAt).toBe((await rowOf()).nextAt?.toISOString())
    expect(await linkOf()).toEqual(link)
    expect([(await readPage()).status, (await readPage(link.url.split('/').at(-1))).status]).toEqual([404, 200])
  })

  test('reject a post that does not wait for manual posting', async () => {
    await submit('posted')
    for (const method of ['GET', 'POST']) {
      const { status, body } = await user.call(method, `/api/v1/scheduled-posts/${post.id}/hand-over`, method === 'POST' ? {} : undefined)
      expect([status, body]).toMatchObject([409, { error: { code: 'HAND_OVER_NONE' } }])
    }
  })

  test('do not store the token in the database', async () => {
    const { rows } = await app.services.db.pool.query('select to_jsonb(l)::text as row from hand_over_links l')
    expect(rows.map(({ row }) => row).join()).not.toContain(post.token)
  })
})

test('never logs the token', async () => {
  await readPage()
  await app.anonymous.fetch(`/post/${post.token}`, { headers: { accept: 'text/html' } })
  await app.anonymous.fetch(`/files/hand-over/${post.token}/0/slide_1.jpg`)
  await submit('posted', { url: 'https://example.com' })
  await submit('posted')
  expect(app.logged.filter((line) => line.includes(post.token))).toEqual([])
  const paths = app.logged.map((line) => (JSON.parse(line) as { path?: string }).path)
  expect(paths).toContain('/files/hand-over/…/0/slide_1.jpg')
  expect(paths).toContain('/post/…')
})
