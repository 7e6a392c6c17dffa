// @module-tag long

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSealer } from '../../../secrets/sealed.ts'
import { EVERY_PLATFORM, expectPlain, startFaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { unusedUrl } from '../../../testing/raw-server.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { buildJpeg, postState, storeFiles } from '../../../testing/scheduled.ts'
import { createPlatformPublishers } from '../../../platforms/registry.ts'
import { createAttemptSealer } from '../create-publishing.ts'
import { sandboxPlatforms } from '../../../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('a silent or late platform delays a post and never duplicates it', async () => {
  const bench = await startFaultBench(sandbox)
  await sandbox.control('/tiktok', 'PATCH', { pullsFirst: true })
  // Completes long after the caller timed out.
  const late = { kind: 'late', ms: 20_000 }
  await bench.fault('tiktok', ...['creator_info', 'content/init', 'status/fetch'].map((path) => ({ kind: 'silent', path })), {
    ...late,
    path: 'content/init',
  })
  await bench.fault('tumblr', { kind: 'silent', path: 'posts/75' }, { ...late, path: 'posts/75' }, { ...late, path: 'posts' })
  await bench.fault('instagram', { kind: 'silent', path: '/media_publish' }, { ...late, path: '/media_publish' })
  await bench.fault('threads', { kind: 'silent', path: '/threads' }, { ...late, path: '/threads_publish' })
  const posts = await Promise.all([...EVERY_PLATFORM, ...EVERY_PLATFORM, ...EVERY_PLATFORM].map((platform) => bench.post(platform)))
  bench.work()
  await bench.waitForEnd(posts)
  const verdicts = await Promise.all(posts.map((post) => bench.verdict(post)))
  for (const { live } of verdicts) expect(live).toBe(1)
  // The outcome of the one photo post that was accepted and downloaded is unknown.
  expect(verdicts.map(({ delivery }) => delivery).toSorted()).toEqual([...Array<string>(posts.length - 1).fill('published'), 'unconfirmed'])
})

test('retries an unreachable platform without having sent anything', async () => {
  const url = await unusedUrl()
  const bench = await startFaultBench(sandbox, {
    postings: createPlatformPublishers(sandboxPlatforms(url), { seal: createAttemptSealer(createSealer(randomBytes(32))) }),
  })
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  bench.work()
  for (const { id } of posts) {
    await expect.poll(async () => (await postState(bench.app.services, id)).attempts.length, { timeout: 30_000 }).toBeGreaterThan(2)
    const { post, attempts } = await postState(bench.app.services, id)
    expect(post.status).toBe('pending')
    expect(new Set(attempts.slice(0, -1).map(({ phase }) => phase))).toEqual(new Set(['postponed']))
    expect(post.detail === null ? null : post.detail).toMatch(/cannot be reached right now\. Trying again\.|Being sent/)
  }
  expect(await Promise.all(EVERY_PLATFORM.map(async (platform) => (await sandbox.requests(platform)).length))).toEqual(
    EVERY_PLATFORM.map(() => 0),
  )

  // The connection works again.
  const target = new URL(sandbox.url)
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await once(proxy.listen(Number(new URL(url).port), '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  await bench.waitForEnd(posts)
  for (const post of posts) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
})

test('revokes the photo URLs of an attempt whose response was lost before sending again', async () => {
  let intents = 0
  const bench = await startFaultBench(sandbox, {
    async onStage(stage) {
      if (stage === 'intent' && ++intents === 2) await sandbox.control('/tiktok', 'PATCH', { pullDelayMs: 0 })
    },
  })
  // The platform delays the first download.
  await sandbox.control('/tiktok', 'PATCH', { pullDelayMs: 600_000 })
  await bench.fault('tiktok', { kind: 'gateway', path: 'content/init' })
  const post = await bench.post('tiktok')
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 2 })
  const starts = (await sandbox.requests('tiktok')).filter(({ path }) => path.includes('content/init'))
  const [first = '', second = ''] = starts.flatMap(({ body }) => (body['source_info'] as { photo_images: string[] }).photo_images)
  expect(first).not.toBe(second)
  expect((await fetch(first)).status).toBe(404)
})

const photoUrls = async (): Promise<string[]> =>
  (await sandbox.requests('tiktok'))
    .filter(({ path }) => path.includes('content/init'))
    .flatMap(({ body }) => (body['source_info'] as { photo_images: string[] }).photo_images)

test('sends a post again when only some of its photos were downloaded', async () => {
  let responses = 0
  const bench = await startFaultBench(sandbox, {
    async onStage(stage) {
      if (stage !== 'answered' || ++responses > 1) return
      // The platform has downloaded one of two photos when its response is lost.
      const [first = ''] = await photoUrls()
      expect((await fetch(first)).status).toBe(200)
      await sandbox.control('/tiktok', 'PATCH', { pullDelayMs: 0 })
    },
  })
  await sandbox.control('/tiktok', 'PATCH', { pullDelayMs: 600_000 })
  await bench.fault('tiktok', { kind: 'gateway', path: 'content/init' })
  const user = await bench.user('tiktok')
  const media = await storeFiles(bench.app.services, user.userId, [await buildJpeg(1), await buildJpeg(2)])
  const post = await bench.post('tiktok', { ...user, media })
  bench.work()
  await bench.waitForEnd([post])
  expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 2 })
})

test('photo URLs work until their attempt ends', async () => {
  const bench = await startFaultBench(sandbox)
  await sandbox.control('/tiktok/fail-posts', 'POST', { reasons: ['spam_risk_text'] })
  const failed = await bench.post('tiktok')
  bench.work()
  await bench.waitForEnd([failed])
  const published = await bench.post('tiktok')
  await bench.waitForEnd([published])
  expect((await bench.states([failed, published])).map(({ post }) => post.delivery)).toEqual(['failed', 'published'])
  const urls = await photoUrls()
  expect(urls).toHaveLength(2)
  for (const url of urls) expect((await fetch(url)).status).toBe(404)
})

/** A file with the signature of a video. */
async function video(post: { userId: string }, services: Parameters<typeof storeFiles>[0]) {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
  const files = await storeFiles(services, post.userId, [Buffer.concat([head, randomBytes(64 * 1024)])])
  return files.map((file) => ({ ...file, mimeType: 'video/mp4' }))
}

test('publishes a video once after partial uploads and lost responses', async () => {
  const bench = await startFaultBench(sandbox)
  bench.work()
  const posts: FaultPost[] = []
  for (const kind of ['500', '503', 'dropped', 'cut', 'lost', 'gateway']) {
    const user = await bench.user('tiktok')
    await bench.fault('tiktok-upload', { kind })
    const post = await bench.post('tiktok', { ...user, kind: 'video', media: await video(user, bench.app.services) })
    await bench.waitForEnd([post])
    posts.push(post)
  }
  for (const kind of ['500', 'lost', 'gateway']) {
    const user = await bench.user('tiktok')
    await bench.fault('tiktok', { kind, path: 'video/init' })
    const post = await bench.post('tiktok', { ...user, kind: 'video', media: await video(user, bench.app.services) })
    await bench.waitForEnd([post])
    posts.push(post)
  }
  for (const kind of ['500', 'lost', 'gateway']) {
    const user = await bench.user('tumblr')
    await bench.fault('tumblr', { kind, path: 'posts' })
    const post = await bench.post('tumblr', { ...user, kind: 'video', media: await video(user, bench.app.services) })
    await bench.waitForEnd([post])
    posts.push(post)
  }
  for (const post of posts) expect(await bench.verdict(post)).toMatchObject({ delivery: 'published', live: 1 })
})

/** Final refusals of the platforms. */
const REFUSALS = [
  { platform: 'tiktok', path: 'content/init', status: 403, code: 'spam_risk_too_many_posts' },
  { platform: 'tiktok', path: 'content/init', status: 403, code: 'unaudited_client_can_only_post_to_private_accounts' },
  { platform: 'tiktok', path: 'content/init', status: 403, code: 'url_ownership_unverified' },
  { platform: 'tiktok', path: 'content/init', status: 403, code: 'scope_not_authorized' },
  { platform: 'tumblr', path: 'posts', status: 403, code: '8023' },
  { platform: 'tumblr', path: 'posts', status: 400, code: '8001' },
  { platform: 'instagram', path: '/media', status: 400, code: '2207050' },
  { platform: 'instagram', path: '/media_publish', status: 400, code: '2207042' },
  { platform: 'threads', path: '/threads', status: 403, code: 'permission' },
  { platform: 'threads', path: '/threads_publish', status: 400, code: '4279013' },
] as const

test('does not resend a rejected post, and notifies its user once', async () => {
  const bench = await startFaultBench(sandbox)
  bench.work()
  for (const { platform, path, status, code } of REFUSALS) {
    await bench.fault(platform, { kind: 'error', path, status, code })
    const post = await bench.post(platform)
    await bench.waitForEnd([post])
    expect({ code, ...(await bench.verdict(post)) }).toEqual({ code, delivery: 'failed', live: 0, attempts: 1 })
  }
  expect(bench.notifications).toHaveLength(REFUSALS.length)
  for (const { kind, body } of bench.notifications) {
    expect(kind).toBe('failed')
    expectPlain(body)
  }
})
