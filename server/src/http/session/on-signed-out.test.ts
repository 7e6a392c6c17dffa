import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { files } from '../../db/schema-photos.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { newKey } from '../../storage/store/storage-key.ts'
import { buildSlide, Caller, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { collect, eventsOf, generateRequest, post, startGeneratingApp } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { endSessions } from '../../auth/end-sessions.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const OPERATOR = 'boss@example.org'
const HELD = { kind: 'hold', afterChars: 400 }
const end = (app: TestApp, { id }: TestUser) => app.services.db.asSystem((tx) => endSessions(tx, id))

async function untilSlide(reading: AsyncGenerator<GenerateEvent>): Promise<string> {
  let projectId = ''
  for (;;) {
    const { value } = await reading.next()
    if (value?.type === 'project') projectId = value.projectId
    if (value?.type === 'slide') return projectId
  }
}

test('a locked user stops receiving a generation on every process', async () => {
  const app = await startGeneratingApp(sandbox, { operators: [OPERATOR] })
  const [boss, ann] = [await app.buildUser({ email: OPERATOR }), await app.buildUser()]
  await sandbox.fail(HELD)
  const events = eventsOf(await post(ann, generateRequest()))
  const projectId = await untilSlide(events)
  const followed = eventsOf(await ann.fetch(`/api/generate/${projectId}/events`))
  await untilSlide(followed)
  expect((await boss.call('POST', `/api/v1/operator/people/${ann.id}/lock`)).status).toBe(200)
  for (const reading of [events, followed]) expect((await collect(reading)).map(({ type }) => type)).not.toContain('done')
  expect((await ann.fetch(`/api/generate/${projectId}/events`)).status).toBe(401)
})

test('signing out one of two browsers ends only its stream', async () => {
  const app = await startGeneratingApp(sandbox)
  const ann = await app.buildUser()
  const elsewhere = new Caller(app.url)
  expect((await elsewhere.call('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })).status).toBe(200)
  await sandbox.fail(HELD)
  const reading = eventsOf(await post(ann, generateRequest()))
  const projectId = await untilSlide(reading)
  const read = eventsOf(await elsewhere.fetch(`/api/generate/${projectId}/events`))
  await untilSlide(read)
  expect((await ann.call('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200)
  expect((await collect(read)).map(({ type }) => type)).not.toContain('done')
  await ann.call('POST', `/api/generate/${projectId}/cancel`)
  expect((await collect(reading)).at(-1)).toMatchObject({ type: 'done' })
})

test("signing out cancels the user's video render", async () => {
  const started = Promise.withResolvers<AbortSignal | undefined>()
  const renderVideo: Renderer['renderVideo'] = (_video, _files, { signal }) => {
    started.resolve(signal)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const renderSlide = () => {
    throw new Error('It is not asked for')
  }
  const app = await startTestApp({ renderer: { maxConcurrentVideos: 4, renderSlide, renderVideo, close: async () => undefined } })
  const ann = await app.buildUser()
  const video = ann.call('POST', '/api/video', { slides: [buildSlide('x')], frames: [2] })
  const signal = await started.promise
  await end(app, ann)
  expect(await video).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } })
  expect(signal?.aborted).toBe(true)
})

test("signing out aborts the user's download", async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const [path, content] = [newKey(ann.id, 'mp4'), randomBytes(24 * 1024 * 1024)]
  await app.services.store.put(path, content, 'video/mp4')
  const facts = { userId: ann.id, state: 'stored' as const, mimeType: 'video/mp4', bytes: content.length }
  await app.services.db.asSystem((tx) => tx.insert(files).values({ ...facts, path }))
  const reader = (await ann.fetch('/api/account/download')).body?.getReader()
  await reader?.read()
  await end(app, ann)
  // The slot is free again without another read of the response.
  await ann.call('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
  await expect.poll(async () => (await ann.fetch('/api/account/download')).status).toBe(200)
  const readOn = async (): Promise<void> => {
    while (!(await reader?.read())?.done) continue
  }
  await expect(readOn()).rejects.toThrow('terminated')
})
