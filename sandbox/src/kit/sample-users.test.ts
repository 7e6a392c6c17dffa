import { expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { drawn, startImageHost } from '../testing/images.ts'
import { livePosts, order, postPhotos, tumblrToken } from '../testing/posting.ts'
import { api } from '../tumblr/testing/calling.ts'
import { sendPost } from '../tumblr/testing/sending.ts'

const create = () => createSandbox({ seed: '', fast: true })

test('creates any number of users with tokens, who can post', async () => {
  const app = create()
  const { people } = await order<{ people: { id: string }[] }>(app, '/tiktok/people', { body: { count: 3, from: 8 } })
  expect(people.map(({ id }) => id)).toEqual(['maker-8', 'maker-9', 'maker-10'])
  const { grants } = await order<{ grants: { account: string; accessToken: string; openId: string }[] }>(app, '/tiktok/grants', {
    body: { count: 500 },
  })
  expect(new Set(grants.map(({ openId }) => openId)).size).toBe(500)
  const { url, files } = await startImageHost()
  files.set('a.jpg', await drawn())
  const last = grants.at(-1)
  expect((await postPhotos(app, last?.accessToken ?? '', { urls: [`${url}a.jpg`] })).code).toBe('ok')
  await expect.poll(async () => (await livePosts(app)).map(({ account }) => account)).toEqual(['maker-500'])
  const { people: makers } = await order<{ people: { id: string }[] }>(app, '/threads/people', {
    body: { count: 2, from: 8, title: 'Two of a kind' },
  })
  expect(makers).toEqual(['maker-8', 'maker-9'].map((id) => ({ id, username: 'Two of a kind', name: 'Two of a kind' })))
  const { grants: blogs } = await order<{ grants: { token: string; secret: string; blogs: string[] }[] }>(app, '/tumblr/grants', {
    body: { count: 2 },
  })
  const [, second] = blogs
  const token = { key: second?.token ?? '', secret: second?.secret ?? '' }
  expect(second?.blogs).toEqual(['maker-2'])
  expect((await api(app, '/v2/user/info', token)).response.user).toMatchObject({ name: 'maker-2', blogs: [{ primary: true, avatar: [] }] })
  const sent = await sendPost(app, token, { json: { content: [{ type: 'text', text: 'x' }] }, path: '/v2/blog/maker-2/posts' })
  expect(sent.status).toBe(201)
})

test.each(['tiktok', 'tumblr', 'instagram', 'threads'])('%s issues no token for an unknown account', async (platform) => {
  await expect(order(create(), `/${platform}/grants`, { body: { accounts: ['nobody'] } })).rejects.toThrow('404')
  await expect(order(create(), `/${platform}/grants`, { body: { accounts: ['maker-0'] } })).rejects.toThrow('404')
})

test('limits can be lifted for benchmarks, and set', async () => {
  const app = create()
  const { url, files } = await startImageHost()
  files.set('a.jpg', await drawn())
  await order(app, '/tiktok', { method: 'PATCH', body: { startsAMinute: 1 } })
  const { grants } = await order<{ grants: { accessToken: string }[] }>(app, '/tiktok/grants', { body: { count: 1 } })
  const post = async () => (await postPhotos(app, grants[0]?.accessToken ?? '', { urls: [`${url}a.jpg`] })).code
  expect([await post(), await post()]).toEqual(['ok', 'rate_limit_exceeded'])
  await order(app, '/tiktok', { method: 'PATCH', body: { limited: false } })
  for (let at = 0; at < 20; at += 1) expect(await post()).toBe('ok')

  const token = await tumblrToken(app)
  const write = async () => sendPost(app, token, { json: { content: [{ type: 'text', text: 'x' }] } })
  await order(app, '/tumblr', { method: 'PATCH', body: { postsADay: 1 } })
  expect([(await write()).status, (await write()).errors?.[0]?.code]).toEqual([201, 8023])
  const limits = (await api(app, '/v2/user/limits', token)).response.user
  expect(limits['posts']).toMatchObject({ limit: 1, remaining: 0, reset_at: (Math.floor(Date.now() / 86_400_000) + 1) * 86_400 })
  await order(app, '/tumblr', { method: 'PATCH', body: { limited: false } })
  expect((await write()).status).toBe(201)
  expect((await api(app, '/v2/user/limits', token)).headers.get('x-ratelimit-perhour-limit')).toBeNull()
})

test.each(['tiktok', 'tumblr', 'instagram', 'threads'])('%s responds after the configured delay', async (platform) => {
  const app = create()
  const latencyMs = 40
  await order(app, `/${platform}`, { method: 'PATCH', body: { latencyMs } })
  const started = performance.now()
  expect((await app.request(`/${platform}/v2/user/info/`)).status).toBeGreaterThanOrEqual(400)
  // A timer may ring within the millisecond before its time.
  expect(performance.now() - started).toBeGreaterThanOrEqual(latencyMs - 1)
})
