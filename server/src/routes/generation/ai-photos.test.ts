import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { and, eq, sql } from 'drizzle-orm'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import type { LibraryPhoto, ShownCredit } from '@ninesixteen/shared/api/media'
import { aiPhotoJobs } from '../../db/schema-ai-photos.ts'
import { usageCounters } from '../../db/schema-usage.ts'
import { files } from '../../db/schema-photos.ts'
import { startTestApp, type TestUser } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = (daily = 20) =>
  startTestApp({
    images: { baseUrl: `${sandbox.url}/images/v1`, apiKey: 'sk-test', model: 'gpt-image-1', timeoutMs: 30_000, daily, sandbox: true },
  })
const fault = (provider: string, ...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider, next })

type Reply = AiPhotoJob & { error: { code: string; message: string } }

const order = (user: TestUser, body: Record<string, unknown> = {}) =>
  user.call<Reply>('POST', '/api/v1/ai-photos', { id: randomUUID(), prompt: 'A calm sea', count: 2, ...body })

const read = async (user: TestUser, id: string) => (await user.call<Reply>('GET', `/api/v1/ai-photos/${id}`)).body

async function finished(user: TestUser, id: string): Promise<Reply> {
  await expect.poll(async () => (await read(user, id)).status, { timeout: 30_000 }).not.toBe('running')
  return read(user, id)
}

const left = async (user: TestUser) => (await user.call<{ left: number }>('GET', '/api/v1/ai-photos')).body.left

describe('a job', () => {
  test('puts its photos into the library, marked as made by AI, and counts them', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { body: started } = await order(user)
    expect(started).toMatchObject({ status: 'running', wanted: 2, problem: null })
    const { paths, status } = await finished(user, started.id)
    expect({ status, count: paths.length }).toEqual({ status: 'done', count: 2 })
    const { body } = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=10')
    expect(body.items.map(({ madeByAi, dimensions }) => ({ madeByAi, dimensions }))).toEqual([
      { madeByAi: true, dimensions: '1024x1536' },
      { madeByAi: true, dimensions: '1024x1536' },
    ])
    const credits = await user.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths })
    expect(credits.body).toEqual(paths.map((path) => ({ path, credit: null, madeByAi: true })))
    expect(await left(user)).toBe(18)
  })

  test('is started once by its id, and belongs to its user', async () => {
    const app = await start()
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    const id = randomUUID()
    await Promise.all([order(user, { id }), order(user, { id })])
    expect((await finished(user, id)).paths).toHaveLength(2)
    expect(await left(user)).toBe(18)
    expect((await other.call('GET', `/api/v1/ai-photos/${id}`)).status).toBe(404)
    expect((await other.call('POST', `/api/v1/ai-photos/${id}/cancel`, {})).status).toBe(404)
  })

  test('changes a photo of the user, and of nobody else', async () => {
    const app = await start()
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    const { filePath } = await user.buildPhoto()
    expect((await order(other, { sourcePath: filePath })).status).toBe(404)
    const { body } = await order(user, { sourcePath: filePath, count: 1 })
    expect((await finished(user, body.id)).paths).toHaveLength(1)
    expect((await sandbox.requests('images')).at(-1)?.path).toBe('/images/v1/images/edits')
  })

  test('marks a photo that the library already has', async () => {
    const app = await start()
    const user = await app.buildUser()
    const made = await order(user, { count: 1 })
    const [path = ''] = (await finished(user, made.body.id)).paths
    await app.services.db.asUser(user.id, (tx) => tx.update(files).set({ madeByAi: false }).where(eq(files.path, path)))
    await sandbox.reset()
    const again = await order(user, { count: 1 })
    expect((await finished(user, again.body.id)).paths).toEqual([path])
    const { body } = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=10')
    expect(body.items).toMatchObject([{ filePath: path, madeByAi: true, credit: null }])
  })

  test('stops when it is cancelled, keeps what is finished and gives the rest back', async () => {
    const app = await start()
    const user = await app.buildUser()
    await fault('images', { kind: 'silent' })
    const { body } = await order(user)
    await expect.poll(async () => (await read(user, body.id)).paths.length, { timeout: 20_000 }).toBe(1)
    expect((await order(user)).status).toBe(429)
    const { body: state } = await user.call<{ running: AiPhotoJob | null }>('GET', '/api/v1/ai-photos')
    expect(state.running?.id).toBe(body.id)
    const { body: cancelled } = await user.call<Reply>('POST', `/api/v1/ai-photos/${body.id}/cancel`, {})
    expect(cancelled).toMatchObject({ status: 'cancelled', problem: null })
    expect(cancelled.paths).toHaveLength(1)
    expect(await left(user)).toBe(19)
  })

  test('says what failed, stores nothing that is no image, and costs nothing', async () => {
    const app = await start()
    const user = await app.buildUser()
    await fault('image-reply', { kind: 'moderation' }, { kind: 'moderation' })
    const { body } = await order(user)
    expect(await finished(user, body.id)).toMatchObject({
      status: 'failed',
      problem: 'The AI declined this description. Try different words.',
    })
    await fault('image-reply', { kind: 'no-image' })
    const second = await order(user, { count: 1 })
    expect(await finished(user, second.body.id)).toMatchObject({ status: 'failed', paths: [] })
    expect(await left(user)).toBe(20)
  })

  test('of a process that died is over, running or cancelled, and gives back what it did not make', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { db } = app.services
    const { body: made } = await order(user, { count: 1 })
    const { paths } = await finished(user, made.id)
    const jobs = (['running', 'cancelled'] as const).map((status) => ({ id: randomUUID(), status, prompt: 'x', wanted: 3, held: 2, paths }))
    const isToday = and(eq(usageCounters.userId, user.id), eq(usageCounters.kind, 'ai.photos.day'))
    const [running, cancelled] = jobs.map(({ id }) => id)
    await db.asUser(user.id, async (tx) => {
      await tx.insert(aiPhotoJobs).values(jobs.map((job) => ({ ...job, userId: user.id, aliveAt: sql`now() - interval '1 minute'` })))
      await tx.update(usageCounters).set({ amount: 7 }).where(isToday)
    })
    const [first] = await Promise.all([read(user, running ?? ''), left(user)])
    expect(first).toMatchObject({ status: 'failed', paths, problem: expect.stringMatching(/^The server that made these photos stopped/) })
    expect(await read(user, cancelled ?? '')).toMatchObject({ status: 'cancelled', paths, problem: null })
    expect(await left(user)).toBe(17)
    expect((await order(user, { count: 1 })).status).toBe(200)
  })

  test('gives photos back to the day that it began on', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { db } = app.services
    const yesterday = sql`now() - interval '1 day'`
    const lost = { id: randomUUID(), prompt: 'x', wanted: 2, held: 2, createdAt: yesterday, aliveAt: yesterday }
    await db.asUser(user.id, (tx) => tx.insert(aiPhotoJobs).values({ ...lost, userId: user.id }))
    const { body } = await order(user, { count: 1 })
    await finished(user, body.id)
    expect(await left(user)).toBe(19)
  })
})

test('the daily number of photos is a limit', async () => {
  const app = await start(3)
  const user = await app.buildUser()
  const { body } = await order(user)
  await finished(user, body.id)
  const refused = await order(user)
  expect(refused.status).toBe(429)
  expect(refused.body.error.message).toBe('You have had 3 photos made today. More are possible after midnight UTC.')
  expect((await order(user, { count: 1 })).status).toBe(200)
})

test('without an images API, nothing is offered', async () => {
  const app = await startTestApp({ images: null })
  const user = await app.buildUser()
  expect((await user.call('GET', '/api/v1/ai-photos')).body).toMatchObject({ isReady: false })
  expect((await order(user)).body.error.code).toBe('IMAGES_NOT_SET_UP')
})
