// @module-tag long

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ChangeEvent } from '@ninesixteen/shared/api/events'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { buildSlide, type Caller } from '../testing/app.ts'
import { connect } from '../testing/connecting.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createFleet, recordRenders, sameUserAt, signUpAt } from '../testing/fleet.ts'
import { collect, eventsOf, generateRequest, post } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { inHours, postRequest, targetOf, type CreatedPosts } from '../testing/scheduler.ts'
import { readTables } from '../testing/video-file.ts'

/* Two web and two worker processes share their work: a request at one is served by all. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** Events of a page connected to one process, until that process ends. */
async function openPage(caller: Caller): Promise<ChangeEvent['type'][]> {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await caller.fetch('/api/events', { signal: abort.signal })
  expect(response.status).toBe(200)
  const changes: ChangeEvent['type'][] = []
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? [])
      for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) changes.push((JSON.parse(data) as ChangeEvent).type)
  }
  read().catch(() => changes.push('all'))
  return changes
}

async function videoOf(caller: Caller): Promise<number> {
  const body = JSON.stringify({ slides: [buildSlide('x')], frames: [3] })
  const response = await caller.fetch('/api/video', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.status === 200 ? readTables(new Uint8Array(await response.arrayBuffer())).frames : -response.status
}

/** Backdates heartbeats, as if the killed processes had been silent; live ones update theirs within seconds. */
const silence = ({ db }: TestDatabase) => db.pool.query(`update processes set beat_at = now() - interval '21 seconds' where draws`)

/** Processes start one after another, which takes long on a busy machine. */
const LONG_TIMEOUT = { timeout: 300_000 }

test('workers render and publish requests of any web process, notify every page and take over abandoned work', LONG_TIMEOUT, async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const drawn = await recordRenders(database)
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  const [a, b, first, second] = await Promise.all([fleet.start('web'), fleet.start('web'), fleet.start('worker'), fleet.start('worker')])
  const [annAtA, bobAtB] = [await signUpAt(a, 'ann'), await signUpAt(b, 'bob')]
  const annAtB = sameUserAt(b, annAtA)
  const [pageAtA, pageAtB] = [await openPage(annAtA), await openPage(annAtB)]

  expect(await Promise.all([videoOf(annAtA), videoOf(bobAtB)])).toEqual([3, 3])
  expect((await drawn()).map(({ kind }) => kind)).toEqual(['video', 'video'])

  // Scheduled at one process, which needs the images; sent by any worker; events at both.
  const account = await connect(annAtA, 'tumblr')
  const project = await annAtA.buildProject()
  const toTumblr = targetOf('tumblr', account.accountId, { blog: account.username })
  const schedule = async (at: Caller): Promise<string> => {
    const input = { targets: [toTumblr], scheduledTime: inHours(24), caption: randomUUID() }
    const { posts } = await at.api<CreatedPosts>('POST', '/scheduled-posts', postRequest(project, input))
    return posts[0]?.id ?? ''
  }
  const posts = [await schedule(annAtA), await schedule(annAtB), await schedule(annAtA)]
  expect((await drawn()).filter(({ kind }) => kind !== 'video').length).toBeGreaterThan(1)
  const makeDue = (ids: string[]) =>
    database.db.pool.query('update scheduled_posts set scheduled_time = now(), next_at = now() where id = any($1)', [ids])
  const becameOf = async (at: Caller, id: string) => (await at.api<PostDetails>('GET', `/scheduled-posts/${id}`)).delivery
  await makeDue(posts)
  for (const id of posts) await expect.poll(() => becameOf(annAtB, id)).toBe('published')
  const sent = async () => (await sandbox.control<{ posts: unknown[] }>('/tumblr/posts', 'GET')).posts.length
  expect(await sent()).toBe(posts.length)
  for (const changes of [pageAtA, pageAtB]) await expect.poll(() => changes).toContain('posts')
  await database.db.pool.query(
    `insert into notices (user_id, kind, cause, title, body, href) values ($1, 'failed', 'x', 'x', 'x', '/post_scheduler')`,
    [annAtA.userId],
  )
  for (const changes of [pageAtA, pageAtB]) await expect.poll(() => changes).toContain('notices')

  // One request of the daily quota is left, for whichever process.
  await database.db.pool.query(
    `insert into usage_counters (user_id, kind, amount, window_start)
      select $1, 'ai.calls.day', 199, to_timestamp((floor(extract(epoch from now()) / 86400) + days) * 86400) from generate_series(0, 1) days`,
    [annAtA.userId],
  )
  expect((await collect(eventsOf(await post(annAtA, generateRequest())))).at(-1)).toMatchObject({ type: 'done' })
  expect((await post(annAtB, generateRequest())).status).toBe(429)

  // The other worker, and the other web process, take over.
  first.child.kill('SIGKILL')
  a.child.kill('SIGKILL')
  await Promise.all([first.ended, a.ended])
  await silence(database)
  const retryLate = await schedule(annAtB)
  await makeDue([retryLate])
  await expect.poll(() => becameOf(annAtB, retryLate)).toBe('published')
  expect(await sent()).toBe(posts.length + 1)

  // Without workers, the web process renders itself.
  second.child.kill('SIGKILL')
  await second.ended
  await silence(database)
  const previousCount = (await drawn()).length
  expect(await videoOf(bobAtB)).toBe(3)
  expect(await drawn()).toHaveLength(previousCount)
})
