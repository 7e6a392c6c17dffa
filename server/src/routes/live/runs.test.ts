import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { RUNS_LISTED, type RunListItem } from '@ninesixteen/shared/api/runs'
import { runs } from '../../db/schema-runs.ts'
import { renderRun } from '../../slideshow-renders/render-kind.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let ann: TestUser
beforeEach(async () => {
  app = await startTestApp()
  ann = await app.buildUser()
})

type RunValues = Partial<typeof runs.$inferInsert>

async function insert(title: string, values: RunValues = {}): Promise<string> {
  const id = randomUUID()
  const input = { version: 1, type: 'pdf', format: '9:16' }
  await app.services.db.asUser(ann.id, (tx) =>
    tx.insert(runs).values({ id, userId: ann.id, kind: renderRun.name, title, input, startAfter: new Date('2090-01-01Z'), ...values }),
  )
  return id
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const list = (user = ann) => user.api<RunListItem[]>('GET', '/runs')
const titles = async () => (await list()).map(({ title }) => title)

test('lists unfinished runs and those that ended a short time ago, the newest first', async () => {
  const ended = (minutes: number): RunValues => ({ state: 'done', result: { path: 'x', bytes: 1 }, endedAt: minutesAgo(minutes) })
  await insert('old', { ...ended(16), createdAt: minutesAgo(17) })
  await insert('recent', { ...ended(14), createdAt: minutesAgo(16) })
  await insert('newest', ended(0))
  await insert('waiting', { createdAt: minutesAgo(3000) })
  await insert('running', { state: 'running', attempt: 1, leaseUntil: new Date('2090-01-01Z'), createdAt: minutesAgo(2000) })
  expect(await titles()).toEqual(['running', 'waiting', 'newest', 'recent'])
  expect(await list(await app.buildUser())).toEqual([])
})

test('lists a limited number of runs, and no unfinished one is missing for those that ended', async () => {
  const rows = Array.from({ length: RUNS_LISTED }, () => insert('ended', { state: 'cancelled', endedAt: new Date() }))
  await Promise.all(rows)
  await insert('waiting', { createdAt: minutesAgo(60) })
  const listed = await titles()
  expect([listed.length, listed[0]]).toEqual([RUNS_LISTED, 'waiting'])
})

test('shows progress, note and times of a run, and the text of its error', async () => {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  const { id: projectId } = await ann.buildProject()
  const id = await insert('3 plants', { done: 2, total: 5, note: 'Waits for the quota', createdAt, projectId })
  const progress = { state: 'waiting', done: 2, total: 5, note: 'Waits for the quota', error: null }
  const times = { createdAt: createdAt.toISOString(), startedAt: null, endedAt: null }
  const shown = { id, kind: 'slideshow-render', title: '3 plants', projectId, companyId: null, ...progress, ...times }
  expect(await ann.api('GET', `/runs/${id}`)).toEqual(shown)
  const error = { code: 'STORAGE_QUOTA', details: { used: '1 GB', limit: '2 GB' } }
  const failed = await insert('failed', { state: 'failed', error, endedAt: createdAt })
  expect((await ann.api<RunListItem>('GET', `/runs/${failed}`)).error).toEqual({
    code: 'STORAGE_QUOTA',
    message: 'Your storage is full: 1 GB of 2 GB used. Delete photos or slideshows you no longer need, then try again.',
  })
  const later = await insert('later', { state: 'failed', error: { code: 'A_LATER_CODE', details: {} }, endedAt: createdAt })
  expect((await ann.api<RunListItem>('GET', `/runs/${later}`)).error?.code).toBe('INTERNAL')
})

test('cancels a run of the user once, and none of another user', async () => {
  const id = await insert('3 plants')
  const bob = await app.buildUser()
  expect((await bob.call('POST', `/api/v1/runs/${id}/cancel`)).status).toBe(404)
  expect((await bob.call('GET', `/api/v1/runs/${id}`)).status).toBe(404)
  const cancelled = await ann.api<RunListItem>('POST', `/runs/${id}/cancel`)
  expect(cancelled).toMatchObject({ state: 'cancelled', endedAt: expect.any(String) })
  expect(await ann.api('POST', `/runs/${id}/cancel`)).toEqual(cancelled)
  expect((await ann.call('GET', `/api/v1/runs/${randomUUID()}`)).status).toBe(404)
})

test('leaves a run alone that its post or plan controls', async () => {
  const id = await insert('A plan', { kind: 'content-plan' })
  expect((await ann.api<RunListItem>('POST', `/runs/${id}/cancel`)).state).toBe('waiting')
})
