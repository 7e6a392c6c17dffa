import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { PublicRender } from '@ninesixteen/shared/public-api/renders'
import { renders } from '../db/schema-renders.ts'
import { buildApiKey } from '../testing/api-caller.ts'
import { buildSlide } from '../testing/app.ts'
import { startScheduler } from '../testing/scheduler.ts'
import { adoptRenders } from './adopt-renders.ts'

test('renders of version 0.3.0 go on as runs, and its finished ones remain, each once', async () => {
  const app = await startScheduler()
  const user = await app.buildUser()
  const key = await buildApiKey(user)
  const { id: projectId } = await user.buildProject({ title: 'five habits', slides: [buildSlide('one')] })
  const common = { userId: user.id, projectId, version: 1, title: 'five habits', type: 'pdf', format: '9:16' } as const
  const unfinished = { ...common, slides: [buildSlide('one')] }
  const minutes = (count: number) => sql`now() + make_interval(mins => ${count}::integer)`
  const rows = {
    waiting: { ...unfinished, id: randomUUID() },
    left: { ...unfinished, id: randomUUID(), status: 'running', leaseUntil: minutes(-1) },
    running: { ...unfinished, id: randomUUID(), status: 'running', leaseUntil: minutes(1) },
    done: { ...common, id: randomUUID(), status: 'done', progress: 1, path: `${user.id}/renders/x.pdf`, bytes: 12, expiresAt: minutes(60) },
    failed: { ...common, id: randomUUID(), status: 'failed', failure: { code: 'STORAGE_QUOTA', details: {} } },
  } as const
  const { db, runs } = app.services
  await db.asUser(user.id, (tx) => tx.insert(renders).values(Object.values(rows)))

  await adoptRenders(app.services)
  await adoptRenders(app.services)
  const read = async ({ id }: { id: string }) => (await key.call<PublicRender>('GET', `/renders/${id}`)).body
  expect(await read(rows.waiting)).toMatchObject({ status: 'waiting', type: 'pdf', progress: 0 })
  expect(await read(rows.done)).toMatchObject({ status: 'done', progress: 1, bytes: 12, url: expect.stringContaining(rows.done.id) })
  expect(await read(rows.failed)).toMatchObject({ status: 'failed', error: { code: 'STORAGE_QUOTA' } })
  expect(await runs.runDue()).toEqual(['slideshow-render: done', 'slideshow-render: done'])
  for (const row of [rows.waiting, rows.left]) expect(await read(row)).toMatchObject({ status: 'done', error: null })
  // A process of that version works on it.
  expect(await db.asUser(user.id, (tx) => tx.select({ id: renders.id }).from(renders))).toEqual([{ id: rows.running.id }])
})
