// @module-tag long

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import { projects } from '../db/schema-projects.ts'
import { startTestApp } from '../testing/app.ts'
import { buildPlan, startPlanOf, storedSlots } from '../testing/content-plan.ts'
import { testDatabase } from '../testing/database.ts'
import { expireKilledProcess } from '../testing/expire-killed-process.ts'
import { createFleet } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('a planner killed at every step writes each slot exactly once', { timeout: 300_000 }, async () => {
  const database = await testDatabase()
  // The app only serves the brief; the fleet's processes plan.
  const app = await startTestApp({ database })
  const plan = await buildPlan(app)
  await startPlanOf(plan)
  const fleet = await createFleet({ connection: app.connection, sandboxUrl: sandbox.url })
  const states = async () => (await storedSlots(app, plan.user.id)).map(({ state }) => state)
  const requests = async () => (await sandbox.requests()).length
  // Each kill interrupts a request to the model: for ideas, slides or captions of the first slots.
  for (let kill = 0; kill < 5; kill += 1) {
    await sandbox.reset()
    await sandbox.fail(...Array.from({ length: kill % 3 }, () => ({ kind: 'slow', ms: 1 })), { kind: 'stall', afterChars: 300 })
    await fleet.start('worker')
    await expect.poll(requests, { timeout: 60_000 }).toBeGreaterThan(kill % 3)
    await fleet.kill()
    await expireKilledProcess(app.services, 'plan-posts')
  }
  await sandbox.reset()
  await fleet.start('worker')
  await expect
    .poll(
      async () => {
        await app.services.db.asSystem((tx) => tx.execute(sql`update pgboss.job set start_after = now() where name = 'plan-posts'`))
        return states()
      },
      { timeout: 120_000, interval: 1000 },
    )
    .toEqual(['planned', 'planned', 'planned', 'planned'])
  const slots = await storedSlots(app, plan.user.id)
  const created = await app.services.db.asUser(plan.user.id, (tx) => tx.select({ id: projects.id, status: projects.status }).from(projects))
  expect(created.map(({ id }) => id).toSorted()).toEqual(slots.map(({ projectId }) => projectId).toSorted())
  expect(created.every(({ status }) => status === 'draft')).toBe(true)
  for (const { id, hook, posts } of slots) {
    expect(knownHooks(slots.filter((slot) => slot.id !== id).map((slot) => slot.hook)).has(hook)).toBe(false)
    for (const post of posts) expect(post.caption).not.toBe('')
  }
})
