import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { userSettings } from '../db/schema-accounts.ts'
import { projects } from '../db/schema-projects.ts'
import { runs } from '../db/schema-runs.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { defineJob } from '../jobs/job.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { adoptBatches } from './run-batch.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startGeneratingApp(sandbox)
  user = await app.buildUser()
})

/** Starts a table of a template with one text, `headline`. Without a topic, a line needs no request to the AI. */
async function start(caller: TestUser, text: string): Promise<string> {
  const slides = [buildSlide('', { textBoxes: [{ id: 'a', text: '5 mornings' }] as Slide['textBoxes'] })]
  const template = { name: 'x', companyId: null, contentType: 'numbered-list', slides, slots: defaultSlots(slides) }
  const { id: templateId } = await caller.api<{ id: string }>('POST', '/slideshow-templates', template)
  const table = { text, templateId, requestId: randomUUID(), title: 'facts.csv' }
  return (await caller.api<WholeBatch>('POST', '/slideshow-tables', table)).id
}
const read = (id: string) => user.api<WholeBatch>('GET', `/slideshow-batches/${id}`)
const runOf = (id: string) => app.services.db.asSystem(async (tx) => (await tx.select().from(runs).where(eq(runs.id, id)))[0])
const setRun = (id: string, values: Partial<typeof runs.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(runs).set(values).where(eq(runs.id, id)))
const runDue = () => app.services.runs.runDue()
const slideshows = () => app.services.db.asSystem((tx) => tx.select().from(projects).orderBy(projects.createdAt))

test('users take turns row by row', async () => {
  const other = await app.buildUser()
  await start(user, `headline\n${Array.from({ length: 20 }, (_, row) => `text ${row}`).join('\n')}`)
  await start(other, 'headline\nhello')
  await runDue()
  const owners = (await slideshows()).map(({ userId }) => userId)
  expect([owners.length, owners.indexOf(other.id)]).toEqual([21, expect.toBeOneOf([0, 1])])
})

test('a run shows the row that it writes, and how many are settled', async () => {
  await sandbox.fail({ kind: 'hold', afterChars: 20 })
  const id = await start(user, 'topic,headline\n,3 evenings\nslow walks,')
  const working = runDue()
  await expect.poll(() => runOf(id)).toMatchObject({ state: 'running', done: 1, total: 2, note: 'slow walks' })
  expect(await read(id)).toMatchObject({ state: 'running', reason: null })
  await sandbox.releaseHeld()
  await working
  expect(await runOf(id)).toMatchObject({ state: 'done', done: 2, note: null })
})

test('the page shows why a table waits for tomorrow', async () => {
  app = await startGeneratingApp(sandbox, { dailyTokens: 10 })
  user = await app.buildUser()
  const id = await start(user, 'topic\nslow walks\nslow mornings')
  expect(await runDue()).toEqual(['slideshow-batch: continues'])
  const { message } = new AppError('AI_BUDGET')
  expect(await read(id)).toMatchObject({ state: 'running', reason: message, counts: { waiting: 2 } })
  await user.api('POST', `/slideshow-batches/${id}/cancel`)
  expect(await read(id)).toMatchObject({ state: 'cancelled', reason: null, counts: { cancelled: 2 } })
})

test('a table waits while its user has no plan', async () => {
  const id = await start(user, 'headline\nhello')
  const setPlan = (proPlan: boolean) =>
    app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan }).where(eq(userSettings.userId, user.id)))
  await setPlan(false)
  expect(await runDue()).toEqual(['slideshow-batch: continues'])
  expect(await slideshows()).toEqual([])
  await setPlan(true)
  expect((await read(id)).reason).toContain('plan has ended')
  await setRun(id, { startAfter: new Date() })
  await runDue()
  expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
})

test('a worker that lost its claim marks no row as done, and the next one writes it once', async () => {
  await sandbox.fail({ kind: 'hold', afterChars: 20 })
  const id = await start(user, 'topic\nslow walks')
  const working = runDue()
  await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
  // As another process claims it after this one was stopped for longer than its lease.
  await app.services.db.asSystem((tx) =>
    tx
      .update(runs)
      .set({ attempt: sql`attempt + 1`, leaseUntil: sql`now()` })
      .where(eq(runs.id, id)),
  )
  await sandbox.releaseHeld()
  expect(await working).toEqual(['slideshow-batch: superseded'])
  expect((await read(id)).rows).toMatchObject([{ state: 'waiting' }])
  await runDue()
  expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
  expect([(await slideshows()).length, (await sandbox.requests()).length]).toEqual([1, 1])
})

test('cancelling stops the row that is being written, and retrying ends with one slideshow for it', async () => {
  await sandbox.fail({ kind: 'hold', afterChars: 20 })
  const id = await start(user, 'topic\nslow walks')
  const working = runDue()
  await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
  await user.api('POST', `/slideshow-batches/${id}/cancel`)
  expect(await working).toEqual(['slideshow-batch: superseded'])
  await sandbox.releaseHeld()
  await user.api('POST', `/slideshow-batches/${id}/retry`)
  await runDue()
  expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1, cancelled: 0 } })
  expect([(await slideshows()).length, (await sandbox.requests()).length]).toEqual([1, 1])
})

test('retrying while the last row is written begins again when it is done', async () => {
  await sandbox.fail({ kind: 'invalid-json' }, { kind: 'hold', afterChars: 20 })
  const id = await start(user, 'topic\nslow walks\nslow mornings')
  const working = runDue()
  await expect.poll(async () => (await sandbox.requests()).length).toBe(2)
  await user.api('POST', `/slideshow-batches/${id}/retry`)
  await sandbox.releaseHeld()
  await working
  expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 0 } })
})

test('rows of a run whose processes died too often fail with a reason, and can be retried', async () => {
  const id = await start(user, 'headline\nhello')
  await setRun(id, { state: 'running', attempt: 6, failures: 5, leaseUntil: new Date(0) })
  await runDue()
  const { message } = new AppError('INTERNAL')
  expect(await read(id)).toMatchObject({ state: 'done', rows: [{ state: 'failed', message }] })
  expect((await user.api<Notifications>('GET', '/notices')).items).toMatchObject([{ title: '1 slideshow of your table failed' }])
  await user.api('POST', `/slideshow-batches/${id}/retry`)
  await runDue()
  expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
})

test('a deleted table writes no further row', async () => {
  const id = await start(user, 'headline\nhello')
  await user.api('DELETE', `/slideshow-batches/${id}`)
  expect(await runDue()).toEqual([])
  expect(await slideshows()).toEqual([])
})

describe('a table that version 0.3.0', () => {
  const deleteRuns = () => app.services.db.asSystem((tx) => tx.delete(runs))
  const count = () => app.services.db.asSystem((tx) => tx.$count(runs))

  test('started and left is adopted once', async () => {
    const id = await start(user, 'headline\nhello')
    await deleteRuns()
    await adoptBatches(app.services)
    await adoptBatches(app.services)
    expect(await count()).toBe(1)
    await runDue()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
    await adoptBatches(app.services)
    expect(await runDue()).toEqual([])
  })

  test('queued is written by a run, and one that it started is cancelled', async () => {
    const [id, cancelled] = [await start(user, 'headline\nhello'), await start(user, 'headline\nhello')]
    await deleteRuns()
    await user.api('POST', `/slideshow-batches/${cancelled}/cancel`)
    const data = z.object({ userId: z.string(), batchId: z.uuid() })
    const queued = defineJob({ name: 'write-slideshow-batch', data, retries: 5, seconds: 900, isOneOfKey: true })
    await app.services.db.asUser(user.id, async (tx) => {
      for (const batchId of [id, cancelled]) await app.services.jobs.send(queued, { userId: user.id, batchId }, { tx, key: batchId })
    })
    await app.services.jobs.runDue()
    await runDue()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
    expect(await read(cancelled)).toMatchObject({ state: 'cancelled', counts: { cancelled: 1 } })
  })

  test('retries is written again, although its run has ended', async () => {
    const id = await start(user, 'headline\nhello')
    await user.api('POST', `/slideshow-batches/${id}/cancel`)
    await app.services.db.asUser(user.id, async (tx) => {
      await tx.update(slideshowBatchRows).set({ state: 'waiting' })
      await tx.update(slideshowBatches).set({ state: 'running' })
    })
    await adoptBatches(app.services)
    await runDue()
    expect(await read(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
  })
})
