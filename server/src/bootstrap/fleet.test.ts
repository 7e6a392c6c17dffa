// @module-tag long

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { photo, type Caller } from '../testing/caller.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createFleet, sameUserAt, signUpAt, type Fleet } from '../testing/fleet.ts'
import { collect, eventsOf, generateRequest, post } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/* Several processes of the product on one database and one file store, tested over HTTP. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

/** Processes start one after another, which takes long on a busy machine. */
const LONG_TIMEOUT = { timeout: 300_000 }

async function openFleet(): Promise<{ database: TestDatabase; fleet: Fleet }> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  return { database, fleet }
}

/** A generation that stalls in the middle: its id, and its remaining events at the process that runs it. */
async function beginStalling(caller: Caller): Promise<{ projectId: string; rest: Promise<GenerateEvent[]> }> {
  await sandbox.fail({ kind: 'stall', afterChars: 400 })
  const events = eventsOf(await post(caller, generateRequest()))
  let projectId = ''
  for (;;) {
    const { value } = await events.next()
    if (value?.type === 'project') projectId = value.projectId
    if (value?.type === 'slide') break
  }
  return { projectId, rest: collect(events) }
}

const follow = async (caller: Caller, projectId: string) => eventsOf(await caller.fetch(`/api/generate/${projectId}/events`))

test('another process follows and cancels a generation, and closes it when its process is gone', LONG_TIMEOUT, async () => {
  const { database, fleet } = await openFleet()
  const [a, b] = await Promise.all([fleet.start('web'), fleet.start('web')])
  const [atA, atB] = await signUpAt(a, 'ann').then((caller) => [caller, sameUserAt(b, caller)] as const)

  const cancelled = await beginStalling(atA)
  const live = await follow(atB, cancelled.projectId)
  expect((await live.next()).value).toMatchObject({ type: 'project', projectId: cancelled.projectId })
  expect((await live.next()).value).toMatchObject({ type: 'slide', index: 0 })
  expect(await atB.call('POST', `/api/generate/${cancelled.projectId}/cancel`)).toMatchObject({ status: 200, body: { cancelled: true } })
  const notice = expect.stringMatching(/^Cancelled\. \d of 6 slides were saved\.$/)
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
  // Backdates its last heartbeat.
  await database.db.pool.query(`update projects set updated_at = updated_at - interval '46 seconds' where status = 'generating'`)
  expect((await collect(watching)).at(-1)).toMatchObject({
    type: 'done',
    notice: expect.stringMatching(/^The server that wrote this slideshow stopped\. Slides saved: \d\.$/),
  })
  expect(await atB.api('GET', `/projects/${lost.projectId}`)).toMatchObject({ id: lost.projectId })
})

/** Sends a photo in two halves, the second on demand. */
async function beginUpload(caller: Caller): Promise<() => Promise<Response>> {
  const form = new FormData()
  form.set('purpose', 'media')
  form.set('id', randomUUID())
  form.set('file', new File([new Uint8Array(await photo())], 'photo.jpg'))
  const encodedForm = new Response(form)
  const [type, bytes] = [encodedForm.headers.get('content-type') ?? '', new Uint8Array(await encodedForm.arrayBuffer())]
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const [writer, half] = [writable.getWriter(), Math.floor(bytes.length / 2)]
  const sending = { method: 'POST', body: readable, headers: { 'content-type': type }, duplex: 'half' } as const
  const response = caller.fetch('/api/files', sending)
  await writer.write(bytes.subarray(0, half))
  return async () => {
    await writer.write(bytes.subarray(half))
    await writer.close()
    return response
  }
}

test('a process that shuts down is not ready, completes its requests and loses nothing', LONG_TIMEOUT, async () => {
  const { fleet } = await openFleet()
  const [a, b] = await Promise.all([fleet.start('all', { DRAIN_SECONDS: '5' }), fleet.start('web')])
  const atA = await signUpAt(a, 'ann')
  const atB = sameUserAt(b, atA)
  const slideshow = await beginStalling(atA)
  const finishUpload = await beginUpload(atA)
  const arriving = async () => (await readdir(join(a.dataDir, UPLOADS_FOLDER)).catch(() => [])).length
  await expect.poll(arriving).toBe(1)

  a.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${a.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${a.url}/healthz`)).status).toBe(503)
  // Load balancers poll until the end, which must log nothing.
  expect(a.output()).toBe('ready\n')
  expect((await fetch(`${b.url}/readyz`)).status).toBe(200)
  const uploaded = await finishUpload()
  expect(uploaded.status).toBe(201)
  expect((await slideshow.rest).at(-1)).toMatchObject({
    type: 'done',
    notice: expect.stringMatching(/^The server that wrote this slideshow/),
  })
  expect(await a.ended).toBe(0)
  expect(await atB.api('GET', `/projects/${slideshow.projectId}`)).toMatchObject({ id: slideshow.projectId })
  const { items } = await atB.api<{ items: { thumbnailUrl: string }[] }>('GET', '/media/page')
  expect((await atB.fetch(items[0]?.thumbnailUrl ?? '')).status).toBe(200)
})

test('a process with another file store is rejected while others run', LONG_TIMEOUT, async () => {
  const { database, fleet } = await openFleet()
  const a = await fleet.start('all')
  const elsewhere = { STORAGE_URL: pathToFileURL(await temporaryFolder()).href }
  const message =
    /Another process on this database \(ROLE all on \S+\) uses another file store\. Set the same STORAGE_URL for all processes, /
  await expect(fleet.start('web', elsewhere)).rejects.toThrow(message)
  // With the same store there may be any number of processes.
  const worker = await fleet.start('worker')
  a.child.kill('SIGTERM')
  expect(await a.ended).toBe(0)
  await expect(fleet.start('web', elsewhere)).rejects.toThrow(/ROLE worker on /)
  // As if the other process was killed that long ago.
  worker.child.kill('SIGKILL')
  await worker.ended
  await database.db.pool.query(`update processes set beat_at = beat_at - interval '61 seconds'`)
  await fleet.start('web', elsewhere)
})
