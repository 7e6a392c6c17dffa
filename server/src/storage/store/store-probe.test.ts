import { expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { files } from '../../db/schema-photos.ts'
import { photo, startTestApp } from '../../testing/app.ts'
import { hang, refuse, startFaultProxy } from '../../testing/fault-proxy.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'
import { createS3Store } from './s3-store.ts'
import { parseStorageUrl } from '../../config/storage-url.ts'
import { createStoreProbe } from './store-probe.ts'

const TIMES = { connect: 2000, silence: 1000, response: 2500 }

async function storeBehindLine() {
  const line = await startFaultProxy(await startS3Server())
  const location = parseStorageUrl(s3Url(line.port))
  if (!location || !('s3' in location)) throw new Error('No address of a store')
  return { line, store: createS3Store(location.s3, '', TIMES) }
}

test('the store probe caches its result, runs one check at a time and times out', { tags: ['long'] }, async () => {
  const { line, store } = await storeBehindLine()
  let now = 0
  const probe = createStoreProbe(store.ownerMarker, { freshMs: 100, waitMs: 10, now: () => now })
  const patientProbe = createStoreProbe(store.ownerMarker, { freshMs: 100, waitMs: 30_000, now: () => now })
  expect(await Promise.all([patientProbe(), patientProbe(), patientProbe()])).toEqual([true, true, true])
  expect(line.seen).toHaveLength(1)
  line.fault = hang
  expect(await patientProbe()).toBe(true)
  now += 100
  expect(await probe()).toBe(false)
  expect(await patientProbe()).toBe(false)
  line.fault = null
  expect(await patientProbe()).toBe(false)
  now += 100
  expect(await patientProbe()).toBe(true)
})

test('an unresponsive store makes the server not ready and answers file requests with Retry-After', { tags: ['long'] }, async () => {
  const { line, store } = await storeBehindLine()
  const app = await startTestApp({ store })
  const user = await app.buildUser()
  const { filePath } = await user.buildPhoto()
  const [link] = await user.api<(string | null)[]>('POST', '/files/urls', { paths: [filePath], variant: 'original' })
  line.fault = hang
  const ready = await user.call<ErrorBody>('GET', '/readyz')
  expect([ready.status, ready.body.error.code, ready.body.error.details]).toEqual([503, 'UNAVAILABLE', { notReady: 'file store' }])
  const download = await user.call<ErrorBody>('GET', link ?? '')
  expect([download.status, download.body.error.code, download.headers.get('retry-after')]).toEqual([503, 'STORAGE_UNAVAILABLE', '10'])
  expect((await user.call('GET', '/api/v1/companies')).status).toBe(200)
  line.seen.splice(0)
  const sent = await user.upload(await photo())
  expect([sent.status, ((await sent.json()) as ErrorBody).error.code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
  // No second timeout for deleting a file that was never stored.
  expect(line.seen.filter((call) => !call.startsWith('PUT'))).toEqual([])
  const rows = await app.services.db.asSystem((tx) => tx.select({ path: files.path, state: files.state }).from(files))
  expect(rows.filter((row) => row.path !== filePath)).toMatchObject([{ state: 'deleting' }])

  line.fault = refuse({ status: 507, code: 'XMinioStorageFull' })
  const full = await user.upload(await photo())
  expect([full.status, ((await full.json()) as ErrorBody).error.code]).toEqual([507, 'STORAGE_FULL'])
  line.fault = null
  expect((await user.call('GET', link ?? '')).status).toBe(200)
})
