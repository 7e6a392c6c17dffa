import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import type { CredentialCheck } from '@ninesixteen/shared/api/credentials'
import { startTestApp, type TestApp, type TestSettings, type TestUser } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const KEY = 'sk-own-key-98765432'

/** Another name of the same sandbox, which the operator allows. */
const elsewhere = () => `${sandbox.url}/images/v1`.replace('127.0.0.1', 'localhost')

function start(settings: TestSettings = {}) {
  const instance = {
    baseUrl: `${sandbox.url}/images/v1`,
    apiKey: 'sk-test',
    model: 'gpt-image-1',
    timeoutMs: 30_000,
    daily: 1,
    sandbox: true,
  }
  return startTestApp({ images: instance, userBaseUrls: [elsewhere()], ...settings })
}

const set = (user: TestUser, values: Record<string, string | null>) =>
  user.call<{ error?: { code: string; message: string } }>('PUT', '/api/v1/credentials', { values })
const check = async (user: TestUser) => (await user.call<CredentialCheck>('POST', '/api/v1/credentials/images/check', {})).body
const state = async (user: TestUser) => (await user.call<{ isReady: boolean; left: number | null }>('GET', '/api/v1/ai-photos')).body

async function make({ services: { runs } }: TestApp, user: TestUser, count = 1): Promise<AiPhotoJob> {
  const { body } = await user.call<AiPhotoJob>('POST', '/api/v1/ai-photos', { id: randomUUID(), prompt: 'A calm sea', count })
  await runs.runDue()
  return (await user.call<AiPhotoJob>('GET', `/api/v1/ai-photos/${body.id}`)).body
}

const asked = async () => (await sandbox.requests('images')).map(({ authorization, body }) => [authorization, body['model']])

test('at a server of their own, users choose the model and have no daily limit', async () => {
  const app = await start({ images: null })
  const user = await app.buildUser()
  expect(await state(user)).toMatchObject({ isReady: false })
  await set(user, { 'images.key': KEY, 'images.base_url': `${elsewhere()}/`, 'images.model': 'gpt-image-2' })
  expect(await state(user)).toMatchObject({ isReady: true, left: null })
  expect(await make(app, user, 2)).toMatchObject({ status: 'done', problem: null })
  expect(await asked()).toEqual([
    ['Bearer ...5432', 'gpt-image-2'],
    ['Bearer ...5432', 'gpt-image-2'],
  ])
  expect(await state(await app.buildUser())).toMatchObject({ isReady: false })
})

test('at the server of the instance, its model and limit stay', async () => {
  const app = await start()
  const user = await app.buildUser()
  await set(user, { 'images.key': KEY, 'images.model': 'gpt-image-2' })
  expect(await make(app, user)).toMatchObject({ status: 'done' })
  expect((await asked()).at(-1)).toEqual(['Bearer ...5432', 'gpt-image-1'])
  expect(await state(user)).toMatchObject({ left: 0 })
  await make(app, await app.buildUser())
  expect((await asked()).at(-1)).toEqual(['Bearer ...test', 'gpt-image-1'])
})

test('the check explains what is wrong, and makes no photo', async () => {
  const app = await start()
  const user = await app.buildUser()
  expect((await check(user)).message).toMatch(/^No API key is set, so AI photos come from/)
  await set(user, { 'images.model': 'gpt-image-3' })
  expect((await check(user)).message).toMatch(/^Base URL and model count only with an API key/)
  await set(user, { 'images.key': 'sk-invalid-0000000000', 'images.base_url': elsewhere() })
  expect(await check(user)).toEqual({ ok: false, message: 'The images API refused your key. Check it in the settings.' })
  expect((await make(app, user)).problem).toBe('The images API refused your key. Check it in the settings.')
  await set(user, { 'images.key': KEY })
  expect(await check(user)).toEqual({ ok: false, message: 'The images API accepts the key, but does not have the model gpt-image-3.' })
  await set(user, { 'images.model': null })
  expect(await check(user)).toEqual({ ok: true, message: 'The images API accepts the key and has the model gpt-image-1.' })
  expect((await sandbox.requests('images')).filter(({ path }) => path.endsWith('generations'))).toHaveLength(1)
})

test('only allowed base URLs are saved, and nothing private is asked', async () => {
  const app = await start({ userBaseUrls: 'any' })
  const user = await app.buildUser()
  const refused = await set(user, { 'images.base_url': 'https://127.0.0.1/v1' })
  expect(refused.body.error?.message).toBe('This base URL cannot be used here: it has to be the name of a public server.')
  await set(user, { 'images.key': KEY, 'images.base_url': 'https://127-0-0-1.example.invalid/v1' })
  expect((await check(user)).ok).toBe(false)
  expect(await sandbox.requests('images')).toEqual([])
})

test('the key is sealed, and no answer holds it', async () => {
  const app = await start()
  const user = await app.buildUser()
  await set(user, { 'images.key': KEY })
  const { rows } = await app.services.db.pool.query<{ sealed: string }>(`select sealed from user_credentials where name = 'images.key'`)
  expect(rows[0]?.sealed).not.toContain('98765432')
  const list = await user.call<{ name: string; value: string | null; last4: string | null }[]>('GET', '/api/v1/credentials')
  expect(list.body.find(({ name }) => name === 'images.key')).toMatchObject({ value: null, last4: '5432' })
})
