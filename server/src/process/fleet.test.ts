import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { Caller } from '../testing/caller.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createFleet, samePersonAt, type Fleet, type FleetProcess } from '../testing/fleet.ts'
import { collect, eventsOf, order, post } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/* Several processes of the product on one database and one file store, each asked over HTTP. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

async function openFleet(): Promise<{ database: TestDatabase; fleet: Fleet }> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  return { database, fleet }
}

async function signUp({ url }: FleetProcess): Promise<Caller> {
  const caller = new Caller(url)
  const answer = await caller.call('POST', '/api/auth/sign-up/email', {
    email: 'ann@example.org',
    password: 'a good password',
    name: 'Ann',
  })
  expect(answer.status).toBe(200)
  return caller
}

/** A slideshow that stops in the middle of its answer: its id, and what comes of it at the process that writes it. */
async function beginStalling(caller: Caller): Promise<{ projectId: string; rest: Promise<GenerateEvent[]> }> {
  await sandbox.fail({ kind: 'stall', afterChars: 400 })
  const events = eventsOf(await post(caller, order()))
  let projectId = ''
  for (;;) {
    const { value } = await events.next()
    if (value?.type === 'project') projectId = value.projectId
    if (value?.type === 'slide') break
  }
  return { projectId, rest: collect(events) }
}

const follow = async (caller: Caller, projectId: string) => eventsOf(await caller.fetch(`/api/generate/${projectId}/events`))

test('a slideshow that one process writes is followed and cancelled at another, and closed by it when its process is gone', async () => {
  const { database, fleet } = await openFleet()
  const [a, b] = await Promise.all([fleet.start('web'), fleet.start('web')])
  const [atA, atB] = await signUp(a).then((caller) => [caller, samePersonAt(b, caller)] as const)

  const cancelled = await beginStalling(atA)
  const live = await follow(atB, cancelled.projectId)
  expect((await live.next()).value).toMatchObject({ type: 'project', projectId: cancelled.projectId })
  expect((await live.next()).value).toMatchObject({ type: 'slide', index: 0 })
  expect(await atB.call('POST', `/api/generate/${cancelled.projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: true } })
  const notice = expect.stringMatching(/^Cancelled\. \d of 6 slides were written and are kept\.$/)
  expect((await collect(live)).at(-1)).toMatchObject({ type: 'done', notice })
  expect((await cancelled.rest).at(-1)).toMatchObject({ type: 'done', notice })
  await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)

  const lost = await beginStalling(atA)
  const broken = lost.rest.catch((error: unknown) => error)
  const watching = await follow(atB, lost.projectId)
  expect((await watching.next()).value).toMatchObject({ type: 'project', projectId: lost.projectId })
  a.child.kill('SIGKILL')
  await a.ended
  expect(await broken).toBeInstanceOf(Error)
  // As if its last sign of life were that long ago.
  await database.db.pool.query(`update projects set updated_at = updated_at - interval '46 seconds' where status = 'generating'`)
  expect((await collect(watching)).at(-1)).toMatchObject({
    type: 'done',
    notice: expect.stringMatching(/^The server that wrote this slideshow stopped\. The slides it had written are kept: \d\.$/),
  })
  expect(await atB.api('GET', `/projects/${lost.projectId}`)).toMatchObject({ id: lost.projectId })
})

test('a process that would keep its files elsewhere is refused while another one runs, and not after it has ended', async () => {
  const { database, fleet } = await openFleet()
  const a = await fleet.start('all')
  const elsewhere = { STORAGE_URL: pathToFileURL(await temporaryFolder()).href }
  const sentence = /Another process on this database \(ROLE all on \S+\) keeps its files elsewhere: give all of them the same STORAGE_URL, /
  await expect(fleet.start('web', elsewhere)).rejects.toThrow(sentence)
  // With the same store there may be any number.
  await fleet.start('worker')
  a.child.kill('SIGTERM')
  expect(await a.ended).toBe(0)
  await expect(fleet.start('web', elsewhere)).rejects.toThrow(/ROLE worker on /)
  // As if the other had been silent for that long.
  await database.db.pool.query(`update processes set beat_at = beat_at - interval '61 seconds'`)
  await fleet.start('web', elsewhere)
})
