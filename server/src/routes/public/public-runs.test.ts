import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '@ninesixteen/shared/api/webhooks'
import type { PublicRun } from '@ninesixteen/shared/public-api/runs'
import { runs } from '../../db/schema-runs.ts'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { plantRender } from '../../testing/route-matrix/owned.ts'
import { startScheduler } from '../../testing/scheduler.ts'

let app: TestApp
let user: TestUser
let key: ApiCaller
let slideshow: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  key = await buildApiKey(user)
  slideshow = (await user.buildProject({ title: 'five habits', slides: [buildSlide('one')] })).id
})

const read = async (id: string, by = key) => (await by.call<PublicRun & { code?: string }>('GET', `/runs/${id}`)).body
const list = async (query = '', by = key) => (await by.call<{ runs: PublicRun[]; next: string | null }>('GET', `/runs${query}`)).body
const idsOf = ({ runs: rows }: { runs: PublicRun[] }) => rows.map(({ id }) => id)
const addRender = async () =>
  (await key.call<{ id: string }>('POST', `/slideshows/${slideshow}/renders`, { body: { type: 'pdf' } })).body.id
const setRun = (id: string, set: Partial<typeof runs.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(runs).set(set).where(eq(runs.id, id)))
const plant = async (companyId: string | null = null) =>
  (await plantRender(app, user, { projectId: slideshow, companyId, name: 'planted' })).render

describe('a program', () => {
  test('follows a render as a run to the address of its file', async () => {
    const id = await addRender()
    expect(await read(id)).toEqual({
      id,
      kind: 'slideshow-render',
      title: 'five habits',
      state: 'waiting',
      done: 0,
      total: null,
      note: null,
      error: null,
      slideshow_id: slideshow,
      company_id: null,
      attempt: 0,
      result: null,
      created_at: expect.any(String),
      started_at: null,
      ended_at: null,
      expires_at: null,
    })
    await app.services.runs.runDue()
    const { url, bytes } = (await key.call<{ url: string; bytes: number }>('GET', `/renders/${id}`)).body
    expect(await read(id)).toMatchObject({ state: 'done', done: 1, total: 1, attempt: 1, result: { url, bytes } })
    expect(await read(id)).toMatchObject({ started_at: expect.any(String), ended_at: expect.any(String), expires_at: expect.any(String) })
  })

  test('reads why a run failed, and what it waits for', async () => {
    const id = await addRender()
    await setRun(id, { state: 'failed', error: { code: 'RATE_LIMITED', details: { seconds: 9 } } })
    expect((await read(id)).error).toEqual({ code: 'RATE_LIMITED', message: expect.any(String) })
    await setRun(id, { error: { code: 'OF_A_LATER_VERSION', details: {} } })
    expect((await read(id)).error?.code).toBe('INTERNAL')
    await setRun(id, { state: 'waiting', error: null, note: 'Waits for the provider' })
    expect(await read(id)).toMatchObject({ error: null, note: 'Waits for the provider' })
  })

  test('reads a run of a kind that this version does not know', async () => {
    const id = await plant()
    await setRun(id, { kind: 'of-a-later-version' })
    expect(await read(id)).toMatchObject({ kind: 'of-a-later-version', state: 'done', result: null })
    const cancelled = await key.call<PublicRun>('POST', `/runs/${id}/cancel`)
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'done'])
  })

  test('cancels a run once; one that has ended keeps its result', async () => {
    const id = await addRender()
    const cancelled = await key.call<PublicRun>('POST', `/runs/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ state: 'cancelled', result: null })
    expect(await app.services.runs.runDue()).toEqual([])
    const done = await plant()
    expect((await key.call<PublicRun>('POST', `/runs/${done}/cancel`)).body).toMatchObject({ state: 'done', result: { bytes: 11 } })
  })

  test('lists runs, newest first, by state and kind, page by page', async () => {
    const [waiting, done, other] = [await addRender(), await plant(), await plant()]
    await setRun(other, { kind: 'another' })
    expect(idsOf(await list())).toEqual([other, done, waiting])
    expect(idsOf(await list('?state=done'))).toEqual([other, done])
    expect(idsOf(await list('?state=done&kind=slideshow-render'))).toEqual([done])
    const first = await list('?limit=2')
    expect(idsOf(first)).toEqual([other, done])
    expect(await list(`?limit=2&after=${first.next}`)).toMatchObject({ runs: [{ id: waiting }], next: null })
    expect((await key.call('GET', '/runs?after=x')).status).toBe(400)
  })
})

describe('a key', () => {
  test('of another user finds nothing', async () => {
    const id = await addRender()
    const stranger = await buildApiKey(await app.buildUser())
    for (const [method, path] of [
      ['GET', `/runs/${id}`],
      ['POST', `/runs/${id}/cancel`],
      ['GET', `/runs/${randomUUID()}`],
    ] as const)
      expect((await stranger.call(method, path)).status).toBe(404)
    expect(await list('', stranger)).toEqual({ runs: [], next: null })
  })

  test('for one company sees the runs of this company alone', async () => {
    const [own, other] = [await user.buildCompany('own'), await user.buildCompany('other')]
    const [mine, theirs] = [await plant(own.id), await plant(other.id)]
    await plant()
    const limited = await buildApiKey(user, { companyId: own.id })
    expect(idsOf(await list('', limited))).toEqual([mine])
    expect(idsOf(await list(`?company_id=${other.id}`))).toEqual([theirs])
    expect((await read(theirs, limited)).code).toBe('API_KEY_COMPANY')
    expect((await limited.call('POST', `/runs/${theirs}/cancel`)).body['code']).toBe('API_KEY_COMPANY')
    expect((await limited.call('GET', `/runs?company_id=${other.id}`)).body['code']).toBe('API_KEY_COMPANY')
  })

  test('for reading cancels nothing', async () => {
    const id = await addRender()
    const reader = await buildApiKey(user, { scopes: ['slideshows:read'] })
    expect((await reader.call('POST', `/runs/${id}/cancel`)).body['code']).toBe('API_KEY_SCOPE')
    expect((await read(id, reader)).state).toBe('waiting')
  })
})

describe('a webhook', () => {
  const received = async () => {
    const { rows } = await app.services.db.asSystem((tx) => tx.execute<{ body: string }>(sql`select body from webhook_deliveries`))
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
  }
  beforeEach(() => user.api('POST', '/webhooks', { url: 'https://example.com/hook', events: WEBHOOK_EVENTS }))

  test('reports a finished run once', async () => {
    const runId = await addRender()
    await app.services.runs.runDue()
    await app.services.runs.runDue()
    const data = { runId, kind: 'slideshow-render', title: 'five habits', slideshowId: slideshow, companyId: null, error: null }
    expect(await received()).toEqual([{ type: 'run.finished', timestamp: expect.any(String), data }])
  })

  test('reports a failed run with code and message, and no cancelled one', async () => {
    const [failed, cancelled] = [await addRender(), await addRender()]
    await key.call('POST', `/runs/${cancelled}/cancel`)
    await setRun(failed, { payload: { slides: ['no slide'], video: null } })
    await app.services.runs.runDue({ ahead: true })
    await setRun(failed, { failures: 2, startAfter: new Date() })
    await app.services.runs.runDue()
    expect(await received()).toMatchObject([
      { type: 'run.failed', data: { runId: failed, error: { code: expect.any(String), message: expect.stringMatching(/\.$/) } } },
    ])
  })
})
