// @module-tag long

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectVariant } from '@ninesixteen/shared/api/projects'
import type { SlideshowBatch, WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { projects } from '../db/schema-projects.ts'
import { runs } from '../db/schema-runs.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { expireKilledProcess } from '../testing/expire-killed-process.ts'
import { createFleet } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** Kills the process that writes in a request to the model, or the moment after one; then lets another process finish. */
async function writeWithKills(app: TestApp, kills: number): Promise<void> {
  const fleet = await createFleet({ connection: app.connection, sandboxUrl: sandbox.url })
  const requests = async () => (await sandbox.requests()).length
  for (let kill = 0; kill < kills; kill += 1) {
    await sandbox.reset()
    await sandbox.fail(...Array.from({ length: kill % 2 }, () => ({ kind: 'slow', ms: 1 })), { kind: 'stall', afterChars: 20 })
    await fleet.start('worker')
    await expect.poll(requests, { timeout: 60_000 }).toBeGreaterThan(kill % 2)
    await fleet.kill()
    await expireKilledProcess(app.services)
  }
  await sandbox.reset()
  await fleet.start('worker')
}

/** The counts of a batch, whose run doesn't wait. */
async function countsOf(app: TestApp, user: TestUser, id: string): Promise<SlideshowBatch['counts']> {
  await app.services.db.asSystem((tx) =>
    tx
      .update(runs)
      .set({ startAfter: sql`now()` })
      .where(eq(runs.state, 'waiting')),
  )
  return (await user.api<SlideshowBatch>('GET', `/slideshow-batches/${id}`)).counts
}

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
  await writeWithKills(app, 4)
  await expect.poll(() => countsOf(app, user, id), { timeout: 120_000, interval: 1000 }).toMatchObject({ waiting: 0, done: 8, failed: 0 })
  const { rows } = await user.api<WholeBatch>('GET', `/slideshow-batches/${id}`)
  const made = await app.services.db.asUser(user.id, (tx) => tx.select({ id: projects.id, status: projects.status }).from(projects))
  expect(made.map(({ id: project }) => project).toSorted()).toEqual(rows.map(({ projectId }) => projectId).toSorted())
  expect(made.every(({ status }) => status === 'draft')).toBe(true)
})

test('translations whose process is killed leave no language out and make none twice', { timeout: 300_000 }, async () => {
  const app = await startTestApp({ database: await testDatabase() })
  const user = await app.buildUser()
  const slides = [buildSlide('', { textBoxes: [{ id: 'a', text: '5 mornings' }] as Slide['textBoxes'] })]
  const original = await user.buildProject({ title: 'Mornings', slides })
  const translations = ['German', 'French', 'Italian'].map((language) => ({ language }))
  const { id } = await user.api<WholeBatch>('POST', `/projects/${original.id}/translations`, { requestId: randomUUID(), translations })
  await writeWithKills(app, 3)
  await expect.poll(() => countsOf(app, user, id), { timeout: 120_000, interval: 1000 }).toMatchObject({ waiting: 0, done: 3, failed: 0 })
  const variants = await user.api<ProjectVariant[]>('GET', `/projects/${original.id}/variants`)
  expect(variants.map(({ language }) => language)).toEqual([null, 'French', 'German', 'Italian'])
  expect(await app.services.db.asUser(user.id, (tx) => tx.$count(projects))).toBe(4)
})
