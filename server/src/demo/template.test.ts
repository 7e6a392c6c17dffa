import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { finishDeletions } from '../account/delete-account.ts'
import { accounts, users } from '../db/schema-accounts.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { collectUnused } from '../storage/sweep/collect-unused.ts'
import { keysOf } from '../storage/renditions.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'
import { IMAGE_NAMES } from './demo-images.ts'
import { createDemos } from './demos.ts'
import { prepareTemplate } from './template.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const countRows = () =>
  app.services.db.asSystem(async (tx) => ({
    users: await tx.$count(users),
    files: await tx.$count(files),
    photos: await tx.$count(mediaItems),
  }))
const ONE = { users: 1, files: IMAGE_NAMES.length, photos: IMAGE_NAMES.length }

async function strayKeys(): Promise<string[]> {
  const rows = await app.services.db.asSystem((tx) => tx.select({ path: files.path }).from(files))
  const referenced = new Set(rows.flatMap((row) => keysOf(row.path)))
  const stray: string[] = []
  for await (const { key } of app.services.store.list()) if (!referenced.has(key)) stray.push(key)
  return stray
}

/** Moves everything a number of days into the past. */
const age = (days: number) =>
  app.services.db.asSystem(async (tx) => {
    const earlier = { createdAt: sql`now() - ${days} * interval '1 day'` }
    await tx.update(users).set(earlier)
    await tx.update(files).set(earlier)
  })

describe('the demo template', () => {
  test('is created once by concurrent starts and survives restarts and sweeps', async () => {
    const [one, other] = await Promise.all([prepareTemplate(app.services), prepareTemplate(app.services)])
    expect(one).toEqual(other)
    expect(await countRows()).toEqual(ONE)
    await age(30)
    expect([await finishDeletions(app.services), await collectUnused(app.services)]).toEqual([0, { collected: 0, held: 0 }])
    expect(await prepareTemplate(app.services)).toEqual(one)
    expect(await strayKeys()).toEqual([])
  })

  test('grants no access: it has no sign-in and is no demo', async () => {
    await app.services.demos.prepare()
    const [owner] = await app.services.db.asSystem((tx) => tx.select().from(users))
    const { status } = await app.anonymous.call('POST', '/api/auth/sign-in/email', { email: owner?.email, password: 'nine-sixteen-demo' })
    expect(status).toBe(401)
    expect(await app.services.demos.enter({ demoId: owner?.id ?? '', address: '203.0.113.1' })).not.toMatchObject({ userId: owner?.id })
  })

  test('is created again after an interrupted start', { tags: ['long'] }, async () => {
    let remainingWrites = 9
    const { store } = app.services
    const put: typeof store.put = (...object) => {
      remainingWrites -= 1
      return remainingWrites < 0 ? Promise.reject(new Error('No more room')) : store.put(...object)
    }
    const short = { ...app.services, store: { ...store, put } }
    const demos = createDemos(short)
    await demos.prepare()
    expect(app.logged.splice(0).join()).toContain('No more room')
    await expect(demos.enter({ demoId: null, address: '203.0.113.1' })).rejects.toMatchObject({ code: 'DEMO_UNAVAILABLE' })
    expect(app.logged.splice(0).join()).toContain('No more room')
    remainingWrites = 1000
    // Within the same process, the next visitor gets a complete demo.
    expect(await demos.enter({ demoId: null, address: '203.0.113.1' })).toHaveProperty('userId')
    // The failed template is an account with an interrupted deletion.
    await age(1)
    expect(await finishDeletions(app.services)).toBe(2)
    expect(await strayKeys()).toEqual([])
  })

  test('is created again when the images changed or the store lost them', async () => {
    const first = await prepareTemplate(app.services)
    await app.services.db.asSystem((tx) =>
      tx.update(accounts).set({ accountId: 'of an earlier version' }).where(eq(accounts.providerId, 'demo-template')),
    )
    const second = await prepareTemplate(app.services)
    expect(second.get('logo')?.path).not.toBe(first.get('logo')?.path)
    expect(await countRows()).toEqual(ONE)

    const demo = await enterDemo(app)
    const lost = [...second.values()].map(({ path }) => path)
    await app.services.store.remove(lost.flatMap(keysOf))
    const restarted = createDemos(app.services)
    await restarted.prepare()
    expect(await restarted.enter({ demoId: null, address: '203.0.113.1' })).toHaveProperty('userId')
    // A demo has its own files.
    const stored = await app.services.db.asUser(demo.id, (tx) => tx.select({ path: files.path }).from(files))
    for (const { path } of stored) expect(await app.services.store.read(path)).not.toBeNull()
    expect(app.logged).toEqual([])
  })

  test('is created again for a visitor who misses an image', { tags: ['long'] }, async () => {
    const template = await prepareTemplate(app.services)
    await app.services.store.remove(keysOf(template.get('dunes')?.path ?? ''))
    const demo = await enterDemo(app)
    expect(await app.services.db.asUser(demo.id, (tx) => tx.$count(mediaItems))).toBe(24)
    expect(app.logged.splice(0).join()).toContain('storing them again')
  })
})
