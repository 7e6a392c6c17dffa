// @module-tag long

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BatchRow, SlideshowBatch } from '@ninesixteen/shared/api/slideshow-batches'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { projects } from '../db/schema-projects.ts'
import { buildSlide, startTestApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { expireKilledProcess } from '../testing/expire-killed-process.ts'
import { createFleet } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('a table whose process is killed in every step leaves no line out and writes none twice', { timeout: 300_000 }, async () => {
  const database = await testDatabase()
  // The app only takes the table; the fleet's processes write.
  const app = await startTestApp({ database })
  const user = await app.buildUser()
  const slides = [buildSlide('', { textBoxes: [{ id: 'a', text: '5 mornings' }] as Slide['textBoxes'] })]
  const template = { name: 'x', companyId: null, contentType: 'numbered-list', slides, slots: defaultSlots(slides) }
  const { id: templateId } = await user.api<{ id: string }>('POST', '/slideshow-templates', template)
  // Lines for the AI between lines whose texts are used as they are.
  const text = ['topic,headline', ...[1, 2, 3, 4].flatMap((line) => [`${line} evening rules,`, `,text ${line}`])].join('\n')
  const order = { text, templateId, requestId: randomUUID(), title: 'x' }
  const { id } = await user.api<SlideshowBatch>('POST', '/slideshow-tables', order)
  const fleet = await createFleet({ connection: app.connection, sandboxUrl: sandbox.url })
  const requests = async () => (await sandbox.requests()).length
  // Each kill hits a request to the model that is under way, or the moment after one.
  for (let kill = 0; kill < 4; kill += 1) {
    await sandbox.reset()
    await sandbox.fail(...Array.from({ length: kill % 2 }, () => ({ kind: 'slow', ms: 1 })), { kind: 'stall', afterChars: 20 })
    await fleet.start('worker')
    await expect.poll(requests, { timeout: 60_000 }).toBeGreaterThan(kill % 2)
    await fleet.kill()
    await expireKilledProcess(app.services, 'write-slideshow-batch')
  }
  await sandbox.reset()
  await fleet.start('worker')
  const read = () => user.api<SlideshowBatch & { rows: BatchRow[] }>('GET', `/slideshow-batches/${id}`)
  await expect
    .poll(
      async () => {
        await app.services.db.asSystem((tx) =>
          tx.execute(sql`update pgboss.job set start_after = now() where name = 'write-slideshow-batch'`),
        )
        return (await read()).counts
      },
      { timeout: 120_000, interval: 1000 },
    )
    .toMatchObject({ waiting: 0, done: 8, failed: 0 })
  const { rows } = await read()
  const made = await app.services.db.asUser(user.id, (tx) => tx.select({ id: projects.id, status: projects.status }).from(projects))
  expect(made.map(({ id: project }) => project).toSorted()).toEqual(rows.map(({ projectId }) => projectId).toSorted())
  expect(made.every(({ status }) => status === 'draft')).toBe(true)
})
