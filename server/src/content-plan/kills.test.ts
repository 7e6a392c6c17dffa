// @module-tag long

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { planSlots } from '../db/schema-content-plan.ts'
import { projects } from '../db/schema-projects.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { approvalOf, buildPlan, slotsOf, startPlanned, startPlanner, startPlanOf, storedSlots } from '../testing/content-plan.ts'
import { testDatabase } from '../testing/database.ts'
import { expireKilledProcess } from '../testing/expire-killed-process.ts'
import { createFleet, sameUserAt } from '../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** Holds a lock of the database until it is released. */
async function holdLock({ services }: TestApp, statement: string): Promise<{ release(): Promise<void> }> {
  const client = await services.db.pool.connect()
  await client.query('begin')
  await client.query(statement)
  return {
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

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

test(
  'approvals that kills interrupt complete after the next start, and the same click returns their outcome',
  { timeout: 300_000 },
  async () => {
    const app = await startPlanner(sandbox, { database: await testDatabase() })
    const plan = await startPlanned(app)
    const fleet = await createFleet({
      connection: app.connection,
      sandboxUrl: sandbox.url,
      env: { SECRET_KEY: Buffer.from(app.services.config.secretKey).toString('hex') },
    })
    const states = async () => (await storedSlots(app, plan.user.id)).map(({ state }) => state)
    const click = { slots: (await slotsOf(plan)).map((slot) => approvalOf(plan, slot)) }
    const approve = async () => sameUserAt(await fleet.start('all'), plan.user).call('POST', '/api/v1/plan-slots/approve', click)
    // The process waits for this lock between the recorded approval and its posts.
    const posting = await holdLock(app, 'lock table scheduled_posts in exclusive mode')
    const lost = approve().catch(() => 'lost')
    await expect.poll(states, { timeout: 60_000, interval: 20 }).toContain('approving')
    await fleet.kill()
    await posting.release()
    expect(await lost).toBe('lost')
    await plan.user.api('POST', `/content-plans/${plan.companyId}/pause`)
    // The job of the next process dies between two slots.
    const lastSlot = await holdLock(app, 'select 1 from plan_slots order by at desc limit 1 for update')
    await fleet.start('all')
    await expect.poll(states, { timeout: 60_000, interval: 20 }).toContain('approved')
    await fleet.kill()
    await lastSlot.release()
    const [late] = (await storedSlots(app, plan.user.id)).filter(({ state }) => state === 'approving')
    if (!late) throw new Error('The job completed all slots before the kill')
    const passed = late.posts.map((post) => ({ ...post, at: new Date(Date.now() - 5 * 60_000).toISOString() }))
    await app.services.db.asSystem((tx) => tx.update(planSlots).set({ posts: passed }).where(eq(planSlots.id, late.id)))
    const repeated = approve()
    await expect.poll(states, { timeout: 60_000, interval: 100 }).toEqual(['approved', 'approved', 'approved', 'approved'])
    expect(await repeated).toMatchObject({ status: 200, body: { approved: click.slots.map(({ id }) => id), problems: [] } })
    const { posts } = await plan.user.api<{ posts: ScheduledPost[] }>('GET', '/scheduled-posts')
    expect(posts.map(({ platform, projectId }) => `${platform} ${projectId}`).toSorted()).toEqual(
      (await storedSlots(app, plan.user.id)).flatMap(({ projectId }) => [`threads ${projectId}`, `tiktok ${projectId}`]).toSorted(),
    )
    expect(posts.every(({ scheduledTime }) => Date.parse(scheduledTime ?? '') > Date.now())).toBe(true)
    const { items } = await plan.user.api<Notifications>('GET', '/notices')
    expect(items.map(({ title }) => title)).toEqual(late.posts.map(() => 'An approved post moved to the next free time'))
  },
)
