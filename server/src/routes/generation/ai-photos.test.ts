import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { and, eq, sql } from 'drizzle-orm'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import type { LibraryPhoto, ShownCredit } from '@ninesixteen/shared/api/media'
import { aiPhotoJobs } from '../../db/schema-ai-photos.ts'
import { files } from '../../db/schema-photos.ts'
import { runs } from '../../db/schema-runs.ts'
import { usageCounters } from '../../db/schema-usage.ts'
import { endEarlierJobs } from '../../generation/ai-photo-quota.ts'
import type { RunRow } from '../../runs/run-kind.ts'
import type { FileStore } from '../../storage/store/file-store.ts'
import { createFolderStore } from '../../storage/store/folder-store.ts'
import { startTestApp, type TestApp, type TestSettings, type TestUser } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = ({ daily = 20, ...settings }: TestSettings & { daily?: number } = {}) =>
  startTestApp({
    ...settings,
    images: { baseUrl: `${sandbox.url}/images/v1`, apiKey: 'sk-test', model: 'gpt-image-1', timeoutMs: 30_000, daily, sandbox: true },
  })
const fault = (provider: string, ...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider, next })

type Reply = AiPhotoJob & { error: { code: string; message: string } }

const order = (user: TestUser, body: Record<string, unknown> = {}) =>
  user.call<Reply>('POST', '/api/v1/ai-photos', { id: randomUUID(), prompt: 'A calm sea', count: 2, ...body })

const read = async (user: TestUser, id: string) => (await user.call<Reply>('GET', `/api/v1/ai-photos/${id}`)).body

async function finished(app: TestApp, user: TestUser, id: string): Promise<Reply> {
  await app.services.runs.runDue()
  return read(user, id)
}

/** The run as a killed process leaves it. */
async function die({ services: { db } }: TestApp, id: string, left: Pick<RunRow, 'failures' | 'result'>): Promise<void> {
  const running = { state: 'running', attempt: 1, leaseUntil: new Date(0), ...left } as const
  await db.asSystem((tx) => tx.update(runs).set(running).where(eq(runs.id, id)))
}

const left = async (user: TestUser) => (await user.call<{ left: number }>('GET', '/api/v1/ai-photos')).body.left

describe('a job', () => {
  test('puts its photos into the library, marked as made by AI, and counts them', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { body: started } = await order(user)
    expect(started).toMatchObject({ status: 'running', wanted: 2, problem: null })
    const { paths, status } = await finished(app, user, started.id)
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
    expect((await finished(app, user, id)).paths).toHaveLength(2)
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
    expect((await finished(app, user, body.id)).paths).toHaveLength(1)
    expect((await sandbox.requests('images')).at(-1)?.path).toBe('/images/v1/images/edits')
  })

  test('marks a photo that the library already has', async () => {
    const app = await start()
    const user = await app.buildUser()
    const made = await order(user, { count: 1 })
    const [path = ''] = (await finished(app, user, made.body.id)).paths
    await app.services.db.asUser(user.id, (tx) => tx.update(files).set({ madeByAi: false }).where(eq(files.path, path)))
    await sandbox.reset()
    const again = await order(user, { count: 1 })
    expect((await finished(app, user, again.body.id)).paths).toEqual([path])
    const { body } = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=10')
    expect(body.items).toMatchObject([{ filePath: path, madeByAi: true, credit: null }])
  })

  test('stops when it is cancelled, keeps what is finished and gives the rest back', async () => {
    const app = await start()
    const user = await app.buildUser()
    await fault('images', { kind: 'silent' })
    const { body } = await order(user)
    const working = app.services.runs.runDue()
    await expect.poll(async () => (await read(user, body.id)).paths.length, { timeout: 20_000 }).toBe(1)
    expect((await order(user)).status).toBe(429)
    const { body: state } = await user.call<{ running: AiPhotoJob | null }>('GET', '/api/v1/ai-photos')
    expect(state.running?.id).toBe(body.id)
    const startedAt = performance.now()
    const { body: cancelled } = await user.call<Reply>('POST', `/api/v1/ai-photos/${body.id}/cancel`, {})
    expect(await working).toEqual(['ai-photos: superseded'])
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(cancelled).toMatchObject({ status: 'cancelled', problem: null })
    expect(cancelled.paths).toHaveLength(1)
    expect(await read(user, body.id)).toEqual(cancelled)
    expect(await left(user)).toBe(19)
    expect((await user.call<Reply>('POST', `/api/v1/ai-photos/${body.id}/cancel`, {})).body).toEqual(cancelled)
    expect(await left(user)).toBe(19)
  })

  test('that is cancelled while it stores a photo adds none', async () => {
    const folder = createFolderStore(await temporaryFolder())
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const put: FileStore['put'] = async (...file) => {
      begun.resolve()
      await gate.promise
      return folder.put(...file)
    }
    const app = await start({ store: { ...folder, put } })
    const user = await app.buildUser()
    const { body } = await order(user, { count: 1 })
    const working = app.services.runs.runDue()
    await begun.promise
    await user.call('POST', `/api/v1/ai-photos/${body.id}/cancel`, {})
    gate.resolve()
    expect(await working).toEqual(['ai-photos: superseded'])
    expect(await read(user, body.id)).toMatchObject({ status: 'cancelled', paths: [] })
    expect((await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=10')).body.items).toEqual([])
    expect(await left(user)).toBe(20)
  })

  test('says what failed, stores nothing that is no image, and costs nothing', async () => {
    const app = await start()
    const user = await app.buildUser()
    await fault('image-reply', { kind: 'moderation' }, { kind: 'moderation' })
    const { body } = await order(user)
    expect(await finished(app, user, body.id)).toMatchObject({
      status: 'failed',
      problem: 'The AI declined this description. Try different words.',
    })
    await fault('image-reply', { kind: 'no-image' })
    const second = await order(user, { count: 1 })
    expect(await finished(app, user, second.body.id)).toMatchObject({ status: 'failed', paths: [] })
    expect(await left(user)).toBe(20)
  })

  test('whose process died makes only the missing photos', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { body: first } = await order(user, { count: 1 })
    const { paths } = await finished(app, user, first.id)
    const { body } = await order(user, { count: 3, prompt: 'A calm lake' })
    await die(app, body.id, { failures: 0, result: { paths, error: null } })
    const before = (await sandbox.requests('images')).length
    const ended = await finished(app, user, body.id)
    expect(ended).toMatchObject({ status: 'done', problem: null })
    expect([ended.paths.length, ended.paths[0]]).toEqual([3, paths[0]])
    expect((await sandbox.requests('images')).length - before).toBe(2)
    expect(await left(user)).toBe(16)
  })

  test('whose processes died too often fails, keeps its photos and gives the rest back', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { body: first } = await order(user, { count: 1 })
    const { paths } = await finished(app, user, first.id)
    const { body } = await order(user, { count: 3 })
    await die(app, body.id, { failures: 2, result: { paths, error: null } })
    expect(await finished(app, user, body.id)).toMatchObject({
      status: 'failed',
      paths,
      problem: 'The server that made these photos stopped. Finished ones are in your library.',
    })
    expect(await left(user)).toBe(18)
    expect((await order(user, { count: 1 })).status).toBe(200)
  })

  test('of an earlier version whose process died gives back what it did not make, once', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { db } = app.services
    const { body: made } = await order(user, { count: 1 })
    const { paths } = await finished(app, user, made.id)
    const jobs = (['running', 'cancelled', 'running'] as const).map((status) => ({
      id: randomUUID(),
      status,
      prompt: 'x',
      wanted: 3,
      paths,
    }))
    const ages = ['1 minute', '1 minute', '1 second']
    const isToday = and(eq(usageCounters.userId, user.id), eq(usageCounters.kind, 'ai.photos.day'))
    await db.asUser(user.id, async (tx) => {
      const rows = jobs.map((job, at) => ({ ...job, userId: user.id, held: 2, aliveAt: sql`now() - ${ages[at]}::interval` }))
      await tx.insert(aiPhotoJobs).values(rows)
      await tx.update(usageCounters).set({ amount: 7 }).where(isToday)
    })
    await Promise.all([endEarlierJobs(app.services), endEarlierJobs(app.services)])
    const rows = await db.asUser(user.id, (tx) => tx.select().from(aiPhotoJobs))
    const endings = jobs.map(({ id }) => rows.find((row) => row.id === id)).map((row) => [row?.status, row?.held])
    expect(endings).toEqual([
      ['failed', 0],
      ['cancelled', 0],
      ['running', 2],
    ])
    expect(await left(user)).toBe(17)
  })

  test('gives photos back to the day that it began on', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { body } = await order(user)
    await app.services.db.asSystem((tx) => tx.update(runs).set({ createdAt: sql`now() - interval '1 day'` }))
    await user.call('POST', `/api/v1/ai-photos/${body.id}/cancel`, {})
    expect(await left(user)).toBe(18)
  })
})

test('users’ own servers that never answer delay no photo of the instance’s', async () => {
  const ownUrl = `${sandbox.url}/images/v1`.replace('127.0.0.1', 'localhost')
  const app = await start({ userBaseUrls: [ownUrl] })
  const users = await Promise.all(Array.from({ length: 5 }, () => app.buildUser()))
  for (const user of users)
    await user.api('PUT', '/credentials', { values: { 'images.key': 'sk-own-12345678', 'images.base_url': ownUrl } })
  // A process works on four.
  await fault('images', ...users.slice(1).map(() => ({ kind: 'silent' })))
  for (const user of users) await order(user, { count: 1 })
  app.services.runs.work()
  await expect.poll(async () => (await sandbox.requests('images')).length).toBe(4)
  const other = await app.buildUser()
  const { body } = await order(other, { count: 1 })
  await expect.poll(async () => (await read(other, body.id)).status, { timeout: 10_000 }).toBe('done')
})

test('the daily number of photos is a limit', async () => {
  const app = await start({ daily: 3 })
  const user = await app.buildUser()
  const { body } = await order(user)
  await finished(app, user, body.id)
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
