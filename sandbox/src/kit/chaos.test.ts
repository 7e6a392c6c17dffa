import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { drawn, startImageHost } from '../testing/images.ts'
import { livePosts, order, postPhotos, tiktokToken, tumblrToken } from '../testing/posting.ts'
import { api, type Credentials } from '../tumblr/testing/calling.ts'
import { sendPost } from '../tumblr/testing/sending.ts'
import type { ChaosState } from './chaos.ts'

let app: ReturnType<typeof createSandbox>
let token: Credentials
beforeEach(async () => {
  app = createSandbox({ seed: '', fast: true })
  token = await tumblrToken(app)
  for (const platform of ['tiktok', 'tumblr']) await order(app, `/${platform}`, { method: 'PATCH', body: { limited: false } })
})
const chaos = (body: object) => order<ChaosState>(app, '/unkind', { method: 'PUT', body })
const state = () => order<ChaosState>(app, '/unkind', { method: 'GET' })

/** The statuses of so many new posts on Tumblr, and what came back. */
async function write(count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) {
    const reply = await app.request('/tumblr/v2/blog/sandy-studio/posts', { method: 'POST', headers: { 'user-agent': 'test/1' } })
    statuses.push(reply.status)
  }
  return statuses
}

test('injects each fault into its share of posting requests, the same ones for the same seed', async () => {
  await chaos({ seed: 'a', stallMs: 0 })
  const first = await write(1000)
  const { met, calls, on } = await state()
  expect([on, calls]).toEqual([true, 1000])
  const shares = { '500': 50, '429': 50, gateway: 30, cut: 10, lost: 10, slow: 10, late: 10 }
  for (const [kind, share] of Object.entries(shares)) {
    const times = met[kind as keyof typeof met]
    // Four times the spread of a fair draw: other seeds than this one would pass, too.
    expect([kind, Math.abs(times - share) < 4 * Math.sqrt(share)]).toEqual([kind, true])
  }
  expect(first.filter((status) => status === 504)).toHaveLength(met.gateway)
  await chaos({ seed: 'a', stallMs: 0 })
  expect(await write(1000)).toEqual(first)
  await chaos({ seed: 'b', stallMs: 0 })
  expect(await write(1000)).not.toEqual(first)
  await chaos({ seed: 'a', stallMs: 0, scale: 4 })
  await write(500)
  expect(Object.values((await state()).met).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(250)
  expect(await chaos({ off: true })).toMatchObject({ on: false, calls: 0 })
  expect(new Set(await write(100))).toEqual(new Set([401]))
})

test('rejects requests without effect, and executes those whose response is lost', async () => {
  await chaos({ seed: 'x', stallMs: 0, retryAfterSeconds: 2 })
  const seen = new Map<number, number>()
  for (let at = 0; at < 300; at += 1) {
    const json = { content: [{ type: 'text', text: `${at}` }] }
    const before = (await livePosts(app)).length
    const reply = await sendPost(app, token, { json }).catch(() => ({ status: 0 }))
    const isDone = (await livePosts(app)).length > before
    expect([reply.status, isDone]).toEqual([reply.status, reply.status !== 500 && reply.status !== 429])
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
  }
  // 0: an answer that was cut, is not there, or is a page.
  for (const status of [201, 429, 500, 0]) expect([status, (seen.get(status) ?? 0) > 2]).toEqual([status, true])
})

test('delays responses as configured', async () => {
  await chaos({ seed: 'x', stallMs: 0, retryAfterSeconds: 7, scale: 4 })
  const headers = { authorization: `Bearer ${await tiktokToken(app)}` }
  const replies: Response[] = []
  while (replies.length < 60) replies.push(await app.request('/tiktok/v2/post/publish/creator_info/query/', { method: 'POST', headers }))
  const limited = replies.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(4)
  expect(new Set(limited.map((reply) => reply.headers.get('retry-after')))).toEqual(new Set(['7']))
})

test('injects no faults into sign-in and reading other blogs', async () => {
  await chaos({ seed: 'x', stallMs: 0, scale: 4 })
  for (let at = 0; at < 40; at += 1) {
    expect((await api(app, '/v2/user/info', token)).status).toBe(200)
    expect((await api(app, '/v2/blog/calm-photos/posts?limit=1', token)).status).toBe(200)
    expect((await app.request('/tiktok/v2/oauth/token/', { method: 'POST' })).status).toBe(400)
  }
  expect((await state()).calls).toBe(0)
})

test('returns queued faults first', async () => {
  await chaos({ seed: 'x', stallMs: 0, scale: 0 })
  await order(app, '/faults', { body: { provider: 'tumblr', next: [{ kind: 'error', status: 403, code: '8023', path: '/posts' }] } })
  expect(await write(2)).toEqual([403, 401])
})

test('the sandbox can start in chaos mode, and returns to it after a reset', async () => {
  const started = createSandbox({ seed: '', fast: true, chaos: true })
  expect(await order(started, '/unkind', { method: 'GET' })).toMatchObject({ on: true, scale: 1 })
  await order(started, '/unkind', { method: 'PUT', body: { off: true } })
  await order(started, '', { method: 'DELETE' })
  expect(await order(started, '/unkind', { method: 'GET' })).toMatchObject({ on: true })
  await expect(chaos({ scale: 5 })).rejects.toThrow('400')
})

describe('events', () => {
  async function receiver(answer: () => number) {
    const received: string[] = []
    const paths: string[] = []
    const server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const { event, content } = JSON.parse(Buffer.concat(chunks).toString()) as { event: string; content: string }
        const { publish_id: publishId } = JSON.parse(content) as { publish_id: string }
        paths.push(incoming.url ?? '')
        received.push(`${event.split('.').at(-1)} ${publishId}`)
        outgoing.writeHead(answer()).end()
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { received, paths, webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
  }
  async function post(count: number): Promise<string[]> {
    const { url, files: hosted } = await startImageHost()
    hosted.set('a.jpg', await drawn())
    const access = await tiktokToken(app)
    const ids: string[] = []
    while (ids.length < count) {
      const { publishId, code } = await postPhotos(app, access, { urls: [`${url}a.jpg`] }).catch(() => ({ publishId: '', code: '' }))
      if (code === 'ok') ids.push(publishId)
    }
    return ids
  }

  test('arrive twice and out of order, each at least once', { tags: ['long'] }, async () => {
    const { received, webhookUrl } = await receiver(() => 200)
    await order(app, '/tiktok', { method: 'PATCH', body: { webhookUrl } })
    await chaos({ seed: 'e', stallMs: 0 })
    const ids = await post(40)
    const wanted = ids.flatMap((id) => [`complete ${id}`, `publicly_available ${id}`])
    // A file may be fetched late, and an event be held back.
    const patient = { timeout: 20_000 }
    await expect.poll(() => wanted.every((event) => received.includes(event)), patient).toBe(true)
    await expect.poll(() => received.length, patient).toBeGreaterThan(wanted.length)
    const firsts = [...new Set(received)].filter((event) => wanted.includes(event))
    expect(firsts).not.toEqual(wanted)
  })

  test("go to the webhook address from the start, with the platform's name appended", async () => {
    const { received, paths, webhookUrl } = await receiver(() => 200)
    app = createSandbox({ seed: '', fast: true, eventsUrl: `${webhookUrl}webhooks` })
    await post(1)
    await expect.poll(() => received.length).toBe(2)
    expect(paths).toEqual(['/webhooks/tiktok', '/webhooks/tiktok'])
  })

  test('are retried until they are accepted', async () => {
    let refusals = 4
    const { received, webhookUrl } = await receiver(() => (refusals-- > 0 ? 500 : 200))
    await order(app, '/tiktok', { method: 'PATCH', body: { webhookUrl, webhookRetryMs: 1 } })
    const [id] = await post(1)
    await expect.poll(() => received.length).toBe(6)
    expect(received.filter((event) => event === `complete ${id}`).length).toBeGreaterThan(1)
  })
})

test('downloads an image again or late, and publishes it once', async () => {
  const { url, files: hosted, requested } = await startImageHost()
  hosted.set('a.jpg', await drawn())
  await chaos({ seed: 'p', stallMs: 0, scale: 4 })
  const access = await tiktokToken(app)
  for (let at = 0; at < 30; at += 1) await postPhotos(app, access, { urls: [`${url}a.jpg`] }).catch(() => null)
  const { posts } = await order<{ posts: unknown[] }>(app, '/tiktok/posts', { method: 'GET' })
  await expect.poll(async () => (await livePosts(app)).length).toBe(posts.length)
  expect(requested.length).toBeGreaterThan(posts.length)
  expect((await livePosts(app)).every(({ files }) => files.length === 1)).toBe(true)
})
