// @module-tag long

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { Caller, startTestApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { createFleet, sameUserAt } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('after a kill, the next process keeps the finished photos and makes only the missing one', async () => {
  const database = await testDatabase()
  const app = await startTestApp({ database })
  const env = { IMAGES_BASE_URL: `${sandbox.url}/images/v1`, IMAGES_API_KEY: 'sk-test', IMAGES_DAILY: '5' }
  const fleet = await createFleet({ connection: app.connection, sandboxUrl: sandbox.url, env })
  const first = new Caller((await fleet.start('all')).url)
  await first.call('POST', '/api/auth/sign-up/email', { email: 'sea@example.org', password: 'a good password', name: 'Tester' })
  // One of three photos never arrives.
  await sandbox.control('/faults', 'POST', { provider: 'images', next: [{ kind: 'silent' }] })
  const order = { id: randomUUID(), prompt: 'A calm sea', count: 3 }
  await first.api<AiPhotoJob>('POST', '/ai-photos', order)
  const readAt = (caller: Caller) => caller.api<AiPhotoJob>('GET', `/ai-photos/${order.id}`)
  await expect.poll(async () => (await readAt(first)).paths.length, { timeout: 30_000 }).toBe(2)
  const { paths } = await readAt(first)
  await fleet.kill()
  await sandbox.reset()

  const next = sameUserAt(await fleet.start('all'), first)
  await expect.poll(async () => (await readAt(next)).status, { timeout: 30_000 }).toBe('done')
  const ended = await readAt(next)
  expect(ended.paths).toHaveLength(3)
  expect(ended.paths.slice(0, 2)).toEqual(paths)
  // A process first learns which sizes the API refuses.
  const made = (await sandbox.requests('images')).filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  const { items } = await next.api<{ items: { filePath: string; madeByAi: boolean }[] }>('GET', '/media?limit=10')
  expect(items.map(({ filePath }) => filePath).toSorted()).toEqual(ended.paths.toSorted())
  expect(items.every(({ madeByAi }) => madeByAi)).toBe(true)
  expect(await next.api<AiPhotoJob>('POST', '/ai-photos', order)).toEqual(ended)
  expect(await next.api<{ left: number }>('GET', '/ai-photos')).toMatchObject({ left: 2, running: null })
})
