import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { usageCounters } from '../../db/schema-usage.ts'
import { idempotencyKeys } from '../../db/schema-idempotency.ts'
import { createRenderer, type Renderer } from '../../rendering/renderer.ts'
import type { VideoFile } from '../../rendering/video.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

const drawing = createRenderer({ assetsDir: join(import.meta.dirname, '../../../../shared/generated/painter') })
afterAll(() => drawing.close())

function fileOf(text: string): VideoFile {
  return { chunks: [Buffer.from(text)], bytes: text.length, close: async () => undefined }
}

/** A server whose renders last until the test ends them or they are superseded. */
async function open() {
  const started: { signal: AbortSignal | undefined; finish(): void }[] = []
  const renderVideo: Renderer['renderVideo'] = (_video, _files, { signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<VideoFile>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    started.push({ signal, finish: () => resolve(fileOf('a video')) })
    return promise
  }
  const app = await startTestApp({ renderer: { ...drawing, renderVideo } })
  return { app, begun: started, user: await app.buildUser() }
}

const slide = buildSlide('x')

function requestVideo(user: TestUser, key: string, frames = 2): Promise<Response> {
  const headers = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key }
  return user.fetch('/api/video', { method: 'POST', headers, body: JSON.stringify({ slides: [slide], frames: [frames] }) })
}

async function videosCounted(app: TestApp, user: TestUser): Promise<number> {
  const rows = await app.services.db.asUser(user.id, (tx) =>
    tx.select().from(usageCounters).where(eq(usageCounters.kind, 'video.films.minute')),
  )
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

test('a page that retries its video is not rejected because of it, and is counted once', async () => {
  const { app, begun: started, user } = await open()
  const key = randomUUID()
  const lost = requestVideo(user, key)
  await expect.poll(() => started.length).toBe(1)
  const again = requestVideo(user, key)
  await expect.poll(() => started.length).toBe(2)
  expect(started[0]?.signal?.aborted).toBe(true)
  expect((await lost).status).toBe(499)
  expect((await requestVideo(user, randomUUID())).status, 'another video').toBe(503)
  started[1]?.finish()
  expect(await (await again).text()).toBe('a video')
  expect(await videosCounted(app, user)).toBe(1)
  // Its response was lost, too.
  const third = requestVideo(user, key.toUpperCase())
  await expect.poll(() => started.length).toBe(3)
  started[2]?.finish()
  expect((await third).status).toBe(200)
  expect(await videosCounted(app, user)).toBe(1)
  const another = requestVideo(user, randomUUID())
  await expect.poll(() => started.length).toBe(4)
  started[3]?.finish()
  expect((await another).status).toBe(200)
  expect(await videosCounted(app, user)).toBe(2)
})

test('a key is one video of one user, for some tries', async () => {
  const { app, begun: started, user } = await open()
  const [other, key] = [await app.buildUser(), randomUUID()]
  const renderedBytes = async (caller: TestUser): Promise<number> => {
    const before = started.length
    const answer = requestVideo(caller, key)
    await expect.poll(() => started.length).toBe(before + 1)
    started[before]?.finish()
    return (await answer).status
  }
  expect(await renderedBytes(user)).toBe(200)
  expect((await requestVideo(user, key, 3)).status).toBe(400)
  expect((await requestVideo(user, 'no key')).status).toBe(400)
  expect(await renderedBytes(other)).toBe(200)
  expect([await videosCounted(app, user), await videosCounted(app, other)]).toEqual([1, 1])
  for (let calls = 1; calls < 4; calls += 1) expect(await renderedBytes(user)).toBe(200)
  expect(await videosCounted(app, user)).toBe(1)
  expect(await renderedBytes(user)).toBe(200)
  expect(await videosCounted(app, user)).toBe(2)
  const storedKeys = await app.services.db.asUser(user.id, (tx) => tx.select().from(idempotencyKeys))
  expect(storedKeys).toMatchObject([{ userId: user.id, key, calls: 5, answer: null }])
})
