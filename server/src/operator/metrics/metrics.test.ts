import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Pool } from 'undici'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { notify as tellPerson } from '../../notifications/notifications.ts'
import { createShutdownHooks } from '../../bootstrap/shutdown.ts'
import { openMetrics } from '../../bootstrap/metrics.ts'
import { createRenderer } from '../../rendering/renderer.ts'
import { startTestApp } from '../../testing/app.ts'
import { takeDatabaseOffline } from '../../testing/database-outage.ts'
import { generate, generateRequest, startGeneratingApp } from '../../testing/generation.ts'
import { METRICS_TOKEN, readMetrics, WITH_METRICS } from '../../testing/metrics.ts'
import { freePort } from '../../testing/program.ts'
import { startTestSandbox } from '../../testing/sandbox.ts'
import { connectAccounts, seedPost } from '../../testing/scheduled.ts'
import { processPost } from '../../testing/process-posts.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

const drawing = createRenderer({ assetsDir: join(import.meta.dirname, '../../../../shared/generated/painter') })
afterAll(() => drawing.close())

async function sandboxOfTest() {
  const sandbox = await startTestSandbox()
  onTestFinished(() => sandbox.release())
  return sandbox
}

test('metrics are off by default', async () => {
  const { url } = await startTestApp()
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status).toBe(404)
})

test('metrics on the main port require the token', async () => {
  const { url } = await startTestApp(WITH_METRICS)
  for (const authorization of ['', 'Bearer', `Bearer ${METRICS_TOKEN}x`, `Bearer ${METRICS_TOKEN.slice(1)}`, METRICS_TOKEN]) {
    const refused = await fetch(`${url}/metrics`, { headers: { authorization } })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).not.toContain('ninesixteen_')
  }
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a separate port serves only metrics, and the main port then serves none', async () => {
  const app = await startTestApp()
  const [port, shutdownHooks] = [await freePort(), createShutdownHooks(app.services.log)]
  onTestFinished(() => shutdownHooks.end())
  const config = { ...app.services.config, metrics: { port, host: '127.0.0.1', token: null } }
  await openMetrics({ ...app.services, config }, shutdownHooks)
  const own = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${own}/metrics`)).text()).toMatch(/^ninesixteen_database_up [01]$/m)
  for (const path of ['/', '/healthz', '/api/v1/config']) expect((await fetch(own + path)).status).toBe(404)
  await expect(openMetrics({ ...app.services, config }, shutdownHooks)).rejects.toThrow(`Port ${port} is in use by another program`)
})

test('requests are counted by route pattern, and unknown paths create no series', async () => {
  const app = await startTestApp(WITH_METRICS)
  const user = await app.buildUser({ email: 'ann.private@example.org' })
  const { id } = await user.buildProject()
  await user.api('GET', `/projects/${id}`)
  expect((await user.call('GET', `/api/v1/projects/${randomUUID()}`)).status).toBe(404)
  const previous = await readMetrics(app)
  const count = (status: string) => `ninesixteen_http_request_seconds_count{method="GET",route="/api/v1/projects/{id}",status="${status}"}`
  expect([previous.value(count('2xx')), previous.value(count('4xx'))]).toEqual([1, 1])

  const shapes = [
    (at: number) => `/${at}`,
    (at: number) => `/api/v1/projects/${at}?token=s3cret${at}`,
    (at: number) => `/api/${at}/x`,
    (at: number) => `/files/${at}/%2e%2e/${at}`,
    (at: number) => `/pub/s3cret${at}/1.jpg`,
    (at: number) => `/calendar/s3cret${at}`,
    (at: number) => `/${'deep/'.repeat(at % 50)}${at}"}\\n`,
  ]
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'MKCOL', 'DELETE']
  const pool = new Pool(app.url, { connections: 12 })
  onTestFinished(() => pool.close())
  const requestPaths = async (from: number, to: number): Promise<string[]> => {
    let at = from
    const worker = async (): Promise<void> => {
      for (let path = at++; path < to; path = at++) {
        const method = methods[path % methods.length] ?? 'GET'
        const { body } = await pool.request({ path: shapes[path % shapes.length]?.(path) ?? '/', method })
        await body.dump()
      }
    }
    await Promise.all(Array.from({ length: 12 }, worker))
    return (await readMetrics(app)).series('ninesixteen_http_request_seconds_count').toSorted()
  }
  // Each route by each method, and other responses of a busy instance.
  const some = await requestPaths(0, 100)
  expect(some.length).toBeLessThan(80)
  expect(await requestPaths(100, 1000)).toEqual(some)
  const current = await readMetrics(app)
  for (const secret of ['s3cret', 'ann.private', id, user.id, METRICS_TOKEN, ...user.cookies.values()])
    expect(current.text).not.toContain(secret)
})

test('slideshows, first-slide times and tokens are counted', async () => {
  const app = await startGeneratingApp(await sandboxOfTest(), WITH_METRICS)
  const user = await app.buildUser()
  expect((await generate(user, generateRequest())).at(-1)).toMatchObject({ type: 'done' })
  await expect.poll(async () => (await readMetrics(app)).value('ninesixteen_generations_ended_total{outcome="done"}')).toBe(1)
  const metrics = await readMetrics(app)
  expect(metrics.value('ninesixteen_generations_begun_total')).toBe(1)
  expect(metrics.value('ninesixteen_generation_first_slide_seconds_count')).toBe(1)
  expect(metrics.value('ninesixteen_ai_tokens_total{direction="read",key="instance"}')).toBeGreaterThan(10)
  expect(metrics.value('ninesixteen_ai_tokens_total{direction="written",key="instance"}')).toBeGreaterThan(10)
  expect(metrics.value('ninesixteen_provider_call_seconds_count{provider="ai",outcome="ok"}')).toBe(1)
})

test('renders are counted together with their queue', async () => {
  const app = await startTestApp({ ...WITH_METRICS, renderer: drawing })
  const user = await app.buildUser()
  const { coverUrl } = await user.buildProject()
  expect((await user.fetch(coverUrl ?? '')).status).toBe(200)
  const metrics = await readMetrics(app)
  expect(metrics.value('ninesixteen_render_seconds_count{kind="cover",outcome="done"}')).toBe(1)
  expect(metrics.value('ninesixteen_queue_waiting{queue="drawing"}')).toBe(0)
  expect(metrics.value('ninesixteen_queue_places_held{queue="drawing"}')).toBe(0)
})

test('due and late posts are reported without held ones', async () => {
  const sandbox = await sandboxOfTest()
  const platforms = sandboxPlatforms(sandbox.url)
  const app = await startTestApp({ ...WITH_METRICS, platforms, publishing: { waits: 0.05 } })
  const user = await app.buildUser()
  const [account] = await connectAccounts(app.services, sandbox, { userId: user.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  const previous = await readMetrics(app)
  expect(previous.value('ninesixteen_posts_due{platform="tiktok"}')).toBe(0)
  const postId = await seedPost(app.services, { userId: user.id, account })
  const change = (statement: ReturnType<typeof sql>) => app.services.db.asSystem((tx) => tx.execute(statement))
  await change(sql`update scheduled_posts set scheduled_time = now() - interval '10 minutes' where id = ${postId}`)
  const latePosts = await readMetrics(app)
  expect(latePosts.value('ninesixteen_posts_due{platform="tiktok"}')).toBe(1)
  expect(latePosts.value('ninesixteen_posts_late{platform="tiktok"}')).toBe(1)
  expect(latePosts.value('ninesixteen_posts_oldest_due_seconds{platform="tiktok"}')).toBeGreaterThanOrEqual(600)
  expect(latePosts.value('ninesixteen_posts{platform="tiktok",state="waiting"}')).toBe(1)
  await change(sql`update publish_lanes set held_since = now()`)
  const held = await readMetrics(app)
  expect(held.value('ninesixteen_posts_late{platform="tiktok"}')).toBe(0)
  expect(held.value('ninesixteen_posts{platform="tiktok",state="held"}')).toBe(1)
  await change(sql`update publish_lanes set held_since = null`)
  await processPost(app.services, user.id, postId)
  const sent = await readMetrics(app)
  expect(sent.value('ninesixteen_posts_due{platform="tiktok"}')).toBe(0)
  expect(sent.value('ninesixteen_posts{platform="tiktok",state="waiting"}')).toBeUndefined()
  expect(sent.value('ninesixteen_posts_total{platform="tiktok",became="sending"}')).toBe(1)
  expect(sent.value('ninesixteen_posts_total{platform="tiktok",became="published"}')).toBe(1)
  expect(sent.value('ninesixteen_post_lateness_seconds_count{platform="tiktok"}')).toBe(1)
  expect(sent.text).not.toContain('sandy')
})

test('queued and finished jobs and mails are counted', async () => {
  const app = await startTestApp(WITH_METRICS)
  const user = await app.buildUser()
  await app.services.jobs.runDue({ ahead: true })
  const previous = await readMetrics(app)
  expect(previous.value('ninesixteen_mails_waiting')).toBe(0)
  const notification = { kind: 'failed' as const, cause: 'failed', title: 'Failed', body: 'The platform said no.', href: '/post_scheduler' }
  await app.services.db.asUser(user.id, (tx) => tellPerson(app.services.jobs, tx, { userId: user.id, ...notification }))
  await app.services.jobs.runDue({ ahead: true })
  const current = await readMetrics(app)
  expect(current.value('ninesixteen_mails_total{became="sent"}')).toBe((previous.value('ninesixteen_mails_total{became="sent"}') ?? 0) + 1)
  expect(current.series('ninesixteen_job_seconds_count').length).toBeGreaterThan(0)
  expect(current.text).not.toContain(user.email)
})

test('pending renders are reported by queue, without abandoned ones', async () => {
  const app = await startTestApp(WITH_METRICS)
  const { id } = await app.buildUser()
  const lines = (await readMetrics(app)).series('ninesixteen_drawings')
  expect(lines).toHaveLength(4)
  const insertRender = (kind: string, state: string, { seconds = 0, wanted = 30 } = {}) =>
    app.services.db.asSystem((tx) =>
      tx.execute(sql`insert into drawings (id, user_id, kind, work, turn, state, path, asked_at, wanted_until)
        values (${randomUUID()}, ${id}, ${kind}, '{}', 1, ${state}, 'x', now() - make_interval(secs => ${seconds}), now() + make_interval(secs => ${wanted}))`),
    )
  await insertRender('video', 'waiting', { seconds: 90 })
  await insertRender('video', 'waiting')
  await insertRender('video', 'taken', { seconds: 300 })
  await insertRender('cover', 'taken')
  await insertRender('png', 'drawn')
  await insertRender('jpeg', 'waiting', { seconds: 600, wanted: -1 })
  const metrics = await readMetrics(app)
  const of = (line: string, state: string) => metrics.value(`ninesixteen_drawings{line="${line}",state="${state}"}`)
  expect([of('films', 'waiting'), of('films', 'taken'), of('pictures', 'waiting'), of('pictures', 'taken')]).toEqual([2, 1, 0, 1])
  const oldest = metrics.value('ninesixteen_drawings_oldest_waiting_seconds{line="films"}')
  expect(oldest).toBeGreaterThanOrEqual(90)
  expect(oldest).toBeLessThan(300)
  expect(metrics.value('ninesixteen_drawings_oldest_waiting_seconds{line="pictures"}')).toBe(0)
})

test('event streams are counted as they open and close', async () => {
  const app = await startTestApp(WITH_METRICS)
  const user = await app.buildUser()
  const abort = new AbortController()
  expect((await user.fetch('/api/events', { signal: abort.signal })).status).toBe(200)
  expect((await readMetrics(app)).value('ninesixteen_event_streams')).toBe(1)
  abort.abort()
  await expect.poll(async () => (await readMetrics(app)).value('ninesixteen_event_streams')).toBe(0)
})

test('an unreachable database is reported and does not hide other metrics', async () => {
  const app = await startTestApp(WITH_METRICS)
  const here = await readMetrics(app)
  expect(here.value('ninesixteen_database_up')).toBe(1)
  expect(here.value('ninesixteen_worker_beat_age_seconds')).toBe(Number.POSITIVE_INFINITY)
  expect(here.value('ninesixteen_database_clock_ahead_seconds')).toBeDefined()
  expect(here.value('ninesixteen_pool_connections{pool="people",state="idle"}')).toBeGreaterThanOrEqual(0)
  expect(here.value('ninesixteen_data_disk_bytes{part="free"}')).toBeGreaterThan(0)
  expect(here.value('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect(here.value('process_resident_memory_bytes')).toBeGreaterThan(0)
  const bringBack = await takeDatabaseOffline(app.services.db)
  const offline = await readMetrics(app)
  expect(offline.value('ninesixteen_database_up')).toBe(0)
  expect(offline.value('ninesixteen_worker_beat_age_seconds')).toBeUndefined()
  expect(offline.value('ninesixteen_mails_waiting')).toBeUndefined()
  expect(offline.value('process_resident_memory_bytes')).toBeGreaterThan(0)
  await bringBack()
  await expect.poll(async () => (await readMetrics(app)).value('ninesixteen_database_up')).toBe(1)
})
