// @module-tag long

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { Caller } from '../testing/caller.ts'
import { buildSlide } from '../testing/build-slide.ts'
import { connect } from '../testing/connecting.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createFleet, sameUserAt, type Fleet, type FleetProcess } from '../testing/fleet.ts'
import { collect, eventsOf, generateRequest, post } from '../testing/generation.ts'
import { commitOf, unpackRelease } from '../testing/release.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { livePosts } from '../testing/scheduled.ts'
import { postRequest, targetOf, type CreatedPosts } from '../testing/scheduler.ts'

/* A rolling upgrade: the last release's server runs next to this version's, on this version's tables. */

const PREVIOUS = '0.2.0'
const PASSWORD = 'a good password'
/** Far above the duration of any step on a busy machine. */
const BUSY = { timeout: 100_000 }
const LONG_TIMEOUT = { timeout: 300_000 }

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

async function openFleet(): Promise<{ database: TestDatabase; fleet: Fleet; folder: string }> {
  await sandbox.reset()
  const folder = await unpackRelease(PREVIOUS)
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  return { database, fleet, folder }
}

async function signUp({ url }: FleetProcess, email: string): Promise<Caller> {
  const caller = new Caller(url)
  expect((await caller.call('POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: 'Ann' })).status).toBe(200)
  return caller
}

const read = (caller: Caller, { id }: Pick<Project, 'id'>) => caller.api<Project>('GET', `/projects/${id}`)
const save = (caller: Caller, { id, version }: Project, text: string) =>
  caller.call('PUT', `/api/v1/projects/${id}`, { version, saveId: randomUUID(), slides: [buildSlide(text)], title: text })

// Skipped in a clone without history: git fetch --unshallow.
describe.skipIf(commitOf(PREVIOUS) === null)('the previous release next to this version', () => {
  test('serves the same users, slideshows and photos', LONG_TIMEOUT, async () => {
    const { fleet, folder } = await openFleet()
    const [now, old] = [await fleet.start('web'), await fleet.start('web', {}, folder)]
    const [atOld, atNow] = await signUp(old, 'ann@example.org').then((caller) => [caller, sameUserAt(now, caller)] as const)
    // As accounts from before the upgrade have it: the previous release cannot read slides of later looks.
    await atNow.api('PATCH', '/me/settings', { look: 'classic' })
    for (const [here, there] of [
      [atOld, atNow],
      [atNow, atOld],
    ] as const) {
      // Sign-in: with the account's password, and with a session from the other server.
      const again = new Caller(here.url)
      expect((await again.call('POST', '/api/auth/sign-in/email', { email: 'ann@example.org', password: PASSWORD })).status).toBe(200)
      expect(await there.api('GET', '/me')).toMatchObject({ email: 'ann@example.org' })
      // Generate: generated at one server, opened at the other.
      const events = await collect(eventsOf(await post(here, generateRequest())))
      expect(events.at(-1)).toMatchObject({ type: 'done', notice: null })
      const [created] = events
      const written = await read(here, { id: created?.type === 'project' ? created.projectId : '' })
      expect(written.slides.length).toBeGreaterThan(3)
      expect(await read(there, written)).toEqual(written)
      // Edit: continued at the other server; both reject an outdated save.
      expect(await save(here, written, 'first')).toMatchObject({ status: 200 })
      const saved = await read(there, written)
      expect(saved).toMatchObject({ title: 'first', version: written.version + 1 })
      expect(await save(there, saved, 'second')).toMatchObject({ status: 200 })
      for (const stale of [here, there]) expect(await save(stale, saved, 'third')).toMatchObject({ status: 412 })
      expect(await read(here, written)).toMatchObject({ title: 'second', version: written.version + 2 })
      // Upload: stored at one server, listed and shown at the other.
      const { filePath } = await here.buildPhoto()
      const { items } = await there.api<{ items: { filePath: string; thumbnailUrl: string }[] }>('GET', '/media/page')
      expect(items.map((item) => item.filePath)).toContain(filePath)
      for (const { thumbnailUrl } of items) expect((await there.fetch(thumbnailUrl)).status).toBe(200)
    }
    for (const each of [now, old]) expect(each.output()).toBe('ready\n')
  })

  test('publishes posts of the other version exactly once', LONG_TIMEOUT, async () => {
    const { database, fleet, folder } = await openFleet()
    const now = await fleet.start('web')
    const old = await fleet.start('all', {}, folder)
    const [atOld, atNow] = await signUp(old, 'ann@example.org').then((caller) => [caller, sameUserAt(now, caller)] as const)
    await database.db.pool.query('update user_settings set pro_plan = true')
    const account = await connect(atOld, 'tumblr')
    const project = await atOld.buildProject({ slides: [buildSlide('hello')] })
    const schedule = (caller: Caller, caption: string, time: string) => orderPost(caller, { project, account, caption, time })
    const state = async (id: string) => (await atNow.api<PostDetails>('GET', `/scheduled-posts/${id}`)).delivery

    const byOld = await schedule(atNow, 'scheduled by the new one', 'now')
    await expect.poll(() => state(byOld), BUSY).toBe('published')
    // Both process due posts at the same time.
    await fleet.start('worker')
    const posts = await Promise.all(Array.from({ length: 8 }, (_, at) => schedule(at % 2 ? atOld : atNow, `many ${at}`, LATER)))
    await database.db.pool.query('update scheduled_posts set scheduled_time = now(), next_at = now() where caption like $1', ['many %'])
    await expect.poll(() => Promise.all(posts.map(state)), BUSY).toEqual(posts.map(() => 'published'))
    const abandoned = await schedule(atOld, 'left by the old one', LATER)
    old.child.kill('SIGTERM')
    expect(await old.ended).toBe(0)
    await database.db.pool.query('update scheduled_posts set scheduled_time = now(), next_at = now() where id = $1', [abandoned])
    await expect.poll(() => state(abandoned), BUSY).toBe('published')
    const live = (await livePosts(sandbox)).map(({ text, title }) => `${title}${text}`)
    expect(live).toHaveLength(posts.length + 2)
    expect(new Set(live).size).toBe(posts.length + 2)
  })
})

const LATER = new Date(Date.now() + 3_600_000).toISOString()

interface Ordered {
  project: Project
  account: ConnectedAccount
  caption: string
  time: string
}

async function orderPost(caller: Caller, { project, account, caption, time }: Ordered): Promise<string> {
  const target = targetOf('tumblr', account.accountId, { blog: account.username })
  const input = { scheduledTime: time, caption, targets: [target] }
  const { posts } = await caller.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, input))
  return posts[0]?.id ?? ''
}
