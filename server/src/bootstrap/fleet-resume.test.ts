// @module-tag long

import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { rewriteReplySchema } from '@ninesixteen/shared/api/rewrite'
import { EXPECTED_USER_HEADER, IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { buildSlide } from '../testing/build-slide.ts'
import { photo, type Caller } from '../testing/caller.ts'
import { testDatabase } from '../testing/database.ts'
import { createFleet, sameUserAt, signUpAt } from '../testing/fleet.ts'
import { consentAtGoogle } from '../testing/google-consent.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { readTables } from '../testing/video-file.ts'

/* Kills a web process during long requests of all kinds; the page then retries each at another process. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const DRIVE = '/functions/google-drive-handler'
const slide = buildSlide('2. keep your phone in the kitchen')

function sendWithKey(caller: Caller, path: string, { key, body }: { key: string; body: unknown }): Promise<Response> {
  return caller.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key },
    body: JSON.stringify(body),
  })
}

interface Sending {
  path: string
  headers: Record<string, string>
  bytes: Uint8Array
}

/** Sends half of the body, and waits. */
function sendHalf(caller: Caller, { path, headers, bytes }: Sending): void {
  const own = { origin: caller.url, cookie: caller.cookieHeader, [EXPECTED_USER_HEADER]: caller.userId ?? '' }
  const call = request(caller.url + path, { method: 'POST', headers: { ...own, ...headers, 'content-length': bytes.byteLength } })
  // The kill breaks the connection.
  call.on('error', () => call.destroy())
  call.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)))
}

function send(caller: Caller, { path, headers, bytes }: Sending): Promise<Response> {
  return caller.fetch(path, { method: 'POST', headers, body: new Uint8Array(bytes) })
}

async function photoForm(id: string): Promise<Sending> {
  const form = new FormData()
  form.set('purpose', 'media')
  form.set('id', id)
  form.set('file', new File([new Uint8Array(await photo())], 'photo.jpg'))
  const encodedForm = new Response(form)
  return {
    path: '/api/files',
    headers: { 'content-type': encodedForm.headers.get('content-type') ?? '' },
    bytes: new Uint8Array(await encodedForm.arrayBuffer()),
  }
}

/** A file for Drive, with the ids that the page requested beforehand. */
async function driveFile(caller: Caller): Promise<Sending & { fileId: string }> {
  const callDrive = async (body: Record<string, unknown>) => (await caller.call<GoogleDriveReply>('POST', DRIVE, body)).body
  const back = await consentAtGoogle((await callDrive({ action: 'authorize' })).url ?? '')
  const { accessToken = '' } = await callDrive({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  const { ids: [folderId = '', fileId = ''] = [] } = await callDrive({ action: 'generate_ids', accessToken, count: 2 })
  const folder = { action: 'create_folder', accessToken, folderName: 'Acme 2026-11-21', folderId }
  // The second time as if the first response had been lost.
  for (let time = 0; time < 2; time += 1) expect(await callDrive(folder)).toMatchObject({ success: true, folderId })
  const query = new URLSearchParams({ name: 'video.mp4', folderId, fileId })
  return {
    path: `${DRIVE}/file?${query.toString()}`,
    headers: { 'content-type': 'video/mp4', 'x-drive-token': accessToken },
    bytes: randomBytes(300_000),
    fileId,
  }
}

test('a retry at another process finds the video, rewrite, photo and Drive file of a killed process', { timeout: 300_000 }, async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { pool } = database.db
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  const [a, b, worker] = await Promise.all([fleet.start('web'), fleet.start('web'), fleet.start('worker')])
  const atA = await signUpAt(a, 'ann')
  const atB = sameUserAt(b, atA)
  await pool.query(`
      create table drawn (id uuid);
      create function note_drawn() returns trigger language plpgsql as $$ begin insert into drawn values (new.id); return new; end $$;
      create trigger note_drawn after update on drawings for each row when (new.state = 'drawn') execute function note_drawn()`)
  const count = async (table: string) => Number((await pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)
  // Suspended, but within its heartbeat timeout: renders stay queued.
  worker.child.kill('SIGSTOP')
  await pool.query(`update processes set beat_at = now() + interval '1 hour' where draws`)

  const video = { key: randomUUID(), body: { slides: [slide], frames: [3] } }
  const rewriting = { key: randomUUID(), body: { contentType: 'numbered-list', slide, target: { kind: 'slide' }, how: 'again' } }
  const mediaId = randomUUID()
  const [picture, drive] = [await photoForm(mediaId), await driveFile(atA)]
  await sandbox.fail({ kind: 'timeout' })
  const lost = [sendWithKey(atA, '/api/video', video), sendWithKey(atA, '/api/rewrite', rewriting)].map((call) =>
    call.catch((error: unknown) => error),
  )
  sendHalf(atA, picture)
  sendHalf(atA, drive)
  await expect.poll(() => count('drawings')).toBe(1)
  await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
  await expect.poll(async () => (await readdir(join(a.dataDir, UPLOADS_FOLDER)).catch(() => [])).length).toBe(1)
  await expect
    .poll(async () => (await sandbox.requests('google')).filter(({ path }) => path.includes('/upload/')).length)
    .toBeGreaterThan(0)
  const { rows: drawings } = await pool.query<{ id: string; asker: string }>('select id, asker from drawings')

  a.child.kill('SIGKILL')
  await a.ended
  for (const call of lost) expect(await call).toBeInstanceOf(Error)

  const videoAtB = sendWithKey(atB, '/api/video', video)
  await expect.poll(() => count(`drawings where asker <> '${drawings[0]?.asker}'`)).toBe(1)
  worker.child.kill('SIGCONT')
  const response = await videoAtB
  expect(response.status).toBe(200)
  expect(readTables(new Uint8Array(await response.arrayBuffer())).frames).toBe(3)
  expect((await pool.query<{ id: string }>('select id from drawn')).rows).toEqual([{ id: drawings[0]?.id }])
  await expect.poll(() => count('drawings')).toBe(0)

  const texts = await sendWithKey(atB, '/api/rewrite', rewriting)
  expect(texts.status).toBe(200)
  const rewrite = rewriteReplySchema.parse(await texts.json())
  // And once more, as if that response had been lost.
  expect(await (await sendWithKey(atB, '/api/rewrite', rewriting)).json()).toEqual(rewrite)
  expect(await sandbox.requests()).toHaveLength(2)

  for (let time = 0; time < 2; time += 1) {
    const retried = await send(atB, picture)
    expect(retried.status).toBe(201)
    expect((await retried.json()) as UploadedFile).toMatchObject({ duplicate: false, media: { id: mediaId } })
    expect(await (await send(atB, drive)).json()).toEqual({ success: true, fileId: drive.fileId })
  }
  expect(await count('media_items')).toBe(1)
  const { files } = await sandbox.control<{ files: { id: string; name: string }[] }>('/google/files', 'GET')
  expect(files.filter(({ name }) => name === 'video.mp4').map(({ id }) => id)).toEqual([drive.fileId])
  expect(files).toHaveLength(2)

  const counted = await pool.query<{ kind: string; amount: number }>(
    `select kind, sum(amount)::int as amount from usage_counters where kind in ('video.films.minute', 'ai.calls.day') group by kind order by kind`,
  )
  expect(counted.rows).toEqual([
    { kind: 'ai.calls.day', amount: 1 },
    { kind: 'video.films.minute', amount: 1 },
  ])
})
