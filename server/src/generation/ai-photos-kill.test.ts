// @module-tag long

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
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

test('a killed server keeps the finished photo, and the next one ends the job and gives the rest back', async () => {
  const database = await testDatabase()
  const app = await startTestApp({ database })
  const env = { IMAGES_BASE_URL: `${sandbox.url}/images/v1`, IMAGES_API_KEY: 'sk-test', IMAGES_DAILY: '5' }
  const fleet = await createFleet({ connection: app.connection, sandboxUrl: sandbox.url, env })
  const first = new Caller((await fleet.start('web')).url)
  await first.call('POST', '/api/auth/sign-up/email', { email: 'sea@example.org', password: 'a good password', name: 'Tester' })
  // The second of three photos never arrives.
  await sandbox.control('/faults', 'POST', { provider: 'images', next: [{ kind: 'silent' }, { kind: 'silent' }] })
  const { id } = await first.api<AiPhotoJob>('POST', '/ai-photos', { id: randomUUID(), prompt: 'A calm sea', count: 3 })
  const readAt = (caller: Caller) => caller.api<AiPhotoJob>('GET', `/ai-photos/${id}`)
  await expect.poll(async () => (await readAt(first)).paths.length, { timeout: 30_000 }).toBe(1)
  await fleet.kill()
  await app.services.db.asSystem((tx) => tx.execute(sql`update ai_photo_jobs set alive_at = now() - interval '1 minute'`))

  const next = sameUserAt(await fleet.start('web'), first)
  const state = () => next.api<{ left: number; running: AiPhotoJob | null }>('GET', '/ai-photos')
  expect(await state()).toMatchObject({ left: 4, running: null })
  const ended = await readAt(next)
  expect(ended).toMatchObject({ status: 'failed', problem: expect.stringMatching(/^The server that made these photos stopped/) })
  const { items } = await next.api<{ items: { filePath: string; madeByAi: boolean }[] }>('GET', '/media?limit=10')
  expect(items).toMatchObject([{ filePath: ended.paths[0], madeByAi: true }])
  const repeated = await next.api<AiPhotoJob>('POST', '/ai-photos', { id, prompt: 'A calm sea', count: 3 })
  expect(repeated).toEqual(ended)
  expect(await state()).toMatchObject({ left: 4 })
})
