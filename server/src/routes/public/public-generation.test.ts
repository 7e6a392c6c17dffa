import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PublicGeneration } from '@ninesixteen/shared/public-api/slideshows'
import { buildApiKey } from '../../testing/api-caller.ts'
import { startGeneratingApp } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const body = { topic: '5 morning habits' }

test('a slideshow is generated once for three requests with one key, and "Prefer: wait" waits for its end', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  const sent = { body, headers: { prefer: 'respond-async, wait=60' }, idempotencyKey: 'one' }
  const answers = []
  for (let turn = 0; turn < 3; turn += 1) answers.push(await key.call<PublicGeneration>('POST', '/slideshows/generate', sent))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const [first] = answers.map(({ body: generation }) => generation)
  expect(answers.map(({ body: generation }) => generation)).toEqual(Array.from({ length: 3 }, () => first))
  expect(first).toMatchObject({ status: 'done', slides: 6, wanted: 6, notice: null })
  expect(await sandbox.requests()).toHaveLength(1)
  expect((await key.call('GET', '/slideshows')).body).toMatchObject({
    slideshows: [{ id: first?.slideshow_id, status: 'draft' }],
    next: null,
  })
})

test('its progress can be read meanwhile', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  await sandbox.fail({ kind: 'slow', ms: 100 })
  const { body: begun } = await key.call<PublicGeneration>('POST', '/slideshows/generate', { body })
  expect(begun).toMatchObject({ status: 'running', wanted: 6 })
  const progress = async () => (await key.call<PublicGeneration>('GET', `/slideshows/${begun.slideshow_id}/generation`)).body.status
  await expect.poll(progress, { timeout: 30_000, interval: 300 }).toBe('done')
})

test('one that writes nothing answers why, and leaves no slideshow', async () => {
  const app = await startGeneratingApp(sandbox)
  const key = await buildApiKey(await app.buildUser())
  await sandbox.fail({ kind: 'quota' })
  const { status, body: problem } = await key.call('POST', '/slideshows/generate', { body, headers: { prefer: 'wait=60' } })
  expect(status).toBeGreaterThanOrEqual(500)
  expect(problem['code']).toMatch(/^AI_/)
  expect((await key.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [] })
})
