import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { hang, refuse, startFaultProxy, type FaultProxy } from '../../testing/fault-proxy.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'
import { testDatabase } from '../../testing/database.ts'
import type { FileStore } from './file-store.ts'
import { openStore } from './open-store.ts'
import { createS3Store } from './s3-store.ts'
import { parseStorageUrl } from '../../config/storage-url.ts'

/* An S3 server behind a proxy with realistic failures, and the product's timeouts, shortened. */

/** Timeouts that no test reaches. */
const LONG = { connect: 60_000, silence: 60_000, response: 60_000 }
const TIMES = { connect: 2000, silence: 1000, response: 2500 }
const KEY = `${'a'.repeat(32)}/1795253695557_AAAAAAAAAAAA.jpg`
const photo = Buffer.alloc(300_000, 7)

interface Line {
  store: FileStore
  line: FaultProxy
  url: string
}

async function start(times = TIMES): Promise<Line> {
  const line = await startFaultProxy(await startS3Server())
  const url = s3Url(line.port)
  const location = parseStorageUrl(url)
  if (!location || !('s3' in location)) throw new Error('No address of a store')
  const store = createS3Store(location.s3, '', times)
  await store.put(KEY, photo, 'image/jpeg')
  return { store, line, url }
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  return thrown instanceof AppError ? thrown.code : `none: ${String(thrown)}`
}

describe('an S3 server that does not respond', () => {
  test('times out every call, and 100 hung calls leave nothing behind', { tags: ['long'] }, async () => {
    const { store, line } = await start()
    line.fault = hang
    const hungCalls = Array.from({ length: 100 }, () => failureOf(store.stream(KEY)))
    expect(new Set(await Promise.all(hungCalls))).toEqual(new Set(['STORAGE_UNAVAILABLE']))
    const calls = [store.read(KEY), store.has(KEY), store.put(KEY, photo, 'image/jpeg'), store.remove([KEY]), store.ownerMarker.read()]
    expect(await Promise.all(calls.map(failureOf))).toEqual(calls.map(() => 'STORAGE_UNAVAILABLE'))
    line.fault = null
    expect((await store.read(KEY))?.byteLength).toBe(photo.byteLength)
  })

  test('times out by the response timeout alone', async () => {
    const { store, line } = await start({ ...LONG, response: 1000 })
    line.fault = hang
    expect(await failureOf(store.has(KEY))).toBe('STORAGE_UNAVAILABLE')
  })

  test('times out in the middle of a download', { tags: ['long'] }, async () => {
    const { store, line } = await start({ ...LONG, silence: 1000 })
    line.fault = (_call, response) => {
      response.writeHead(200, { 'content-length': String(photo.byteLength) })
      response.write(photo.subarray(0, 1000))
      return true
    }
    expect(await failureOf(store.read(KEY))).toBe('STORAGE_UNAVAILABLE')
    const interrupted = await store.stream(KEY)
    const outcome = new Response(interrupted?.body).arrayBuffer().then(
      () => 'whole',
      () => 'cut',
    )
    expect(await outcome).toBe('cut')
    line.fault = null
    expect((await store.read(KEY))?.byteLength).toBe(photo.byteLength)
  })

  test('stops when the reader aborts', async () => {
    const { store, line } = await start(LONG)
    const received = new Promise<void>((resolve) => {
      line.fault = () => {
        resolve()
        return true
      }
    })
    const abort = new AbortController()
    const reading = failureOf(store.stream(KEY, abort.signal))
    await received
    abort.abort()
    expect(await reading).toBe('STORAGE_UNAVAILABLE')
    await expect.poll(() => line.open()).toBe(0)
  })

  test('times out at startup', async () => {
    const { line, url } = await start()
    line.fault = hang
    const { db, drop } = await testDatabase()
    onTestFinished(drop)
    await expect(openStore({ storageUrl: url, dataDir: '/nowhere' }, db, { responseMs: 200 })).rejects.toThrow(
      'STORAGE_URL cannot be used: no response within 0.2 seconds.',
    )
  })
})

test('a canceled stream closes the connection to S3', async () => {
  const { store, line } = await start(LONG)
  line.fault = (_call, response) => {
    response.writeHead(200, { 'content-length': String(photo.byteLength) })
    response.write(photo.subarray(0, 1000))
    return true
  }
  const found = await store.stream(KEY)
  expect(line.open()).toBe(1)
  await found?.body.cancel()
  await expect.poll(() => line.open()).toBe(0)
})

describe('S3 errors', () => {
  test.each([
    [507, 'XMinioStorageFull', 'STORAGE_FULL'],
    [507, 'Unknown', 'STORAGE_FULL'],
    [413, 'QuotaExceeded', 'STORAGE_FULL'],
    [400, 'XMinioAdminBucketQuotaExceeded', 'STORAGE_FULL'],
    [403, 'QuotaExceeded', 'STORAGE_FULL'],
    [403, 'AccessDenied', 'STORAGE_UNAVAILABLE'],
    [404, 'NoSuchBucket', 'STORAGE_UNAVAILABLE'],
  ])('%s %s to an upload becomes %s', async (status, code, expected) => {
    const { store, line } = await start()
    line.fault = refuse({ status, code })
    expect(await failureOf(store.put(KEY, photo, 'image/jpeg'))).toBe(expected)
  })

  test.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
  ])('%s %s is retried a limited number of times', { tags: ['long'] }, async (status, code) => {
    const { store, line } = await start({ ...TIMES, response: 10_000 })
    const previousCalls = line.seen.length
    line.fault = refuse({ status, code })
    expect(await failureOf(store.read(KEY))).toBe('STORAGE_UNAVAILABLE')
    expect(line.seen.length - previousCalls).toBeLessThanOrEqual(3)
    let refused = 0
    line.fault = (call, response) => refused++ === 0 && refuse({ status, code })(call, response)
    expect((await store.read(KEY))?.byteLength).toBe(photo.byteLength)
  })
})

describe('S3 deletions', () => {
  const bulk = (line: FaultProxy) => line.seen.filter((call) => call.startsWith('POST'))

  test('send Content-MD5 in bulk deletions, for stores that require it', async () => {
    const { store, line } = await start()
    const headers: string[] = []
    line.fault = (call, response) => {
      if (call.method !== 'POST') return false
      headers.push(...Object.keys(call.headers))
      return call.headers['content-md5'] === undefined && refuse({ status: 400, code: 'InvalidRequest' })(call, response)
    }
    await store.remove([KEY])
    expect(headers).toContain('content-md5')
    expect(headers.filter((name) => name.includes('checksum'))).toEqual([])
    expect(bulk(line)).toHaveLength(1)
    expect(await store.has(KEY)).toBe(false)
  })

  test('fall back to single deletions where bulk deletion is unsupported, also at startup', async () => {
    const { store, line, url } = await start()
    line.fault = (call, response) => call.method === 'POST' && refuse({ status: 501, code: 'NotImplemented' })(call, response)
    await store.remove([KEY, `${KEY}.thumbnail.webp`])
    expect(await store.has(KEY)).toBe(false)
    const { db, drop } = await testDatabase()
    onTestFinished(drop)
    const opened = await openStore({ storageUrl: url, dataDir: '/nowhere' }, db)
    const remaining: string[] = []
    for await (const { key } of opened.list()) remaining.push(key)
    expect(remaining).toEqual([])
  })
})

test('ownerMarker.create never overwrites another marker, with or without conditional writes', async () => {
  const { store, line } = await start()
  line.fault = (call, response) =>
    call.headers['if-none-match'] === '*' && refuse({ status: 412, code: 'PreconditionFailed' })(call, response)
  expect(await store.ownerMarker.create(Buffer.from('mine'))).toBe(false)
  expect(await store.ownerMarker.read()).toBeNull()
  line.fault = (call, response) => call.headers['if-none-match'] === '*' && refuse({ status: 501, code: 'NotImplemented' })(call, response)
  expect(await store.ownerMarker.create(Buffer.from('mine'))).toBe(true)
  expect(Buffer.from((await store.ownerMarker.read()) ?? []).toString()).toBe('mine')
})

test('a TLS mismatch in either direction is reported in one sentence', async () => {
  const { line } = await start()
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const open = (storageUrl: string) => openStore({ storageUrl, dataDir: '/nowhere' }, db)
  await expect(open(s3Url(line.port).replace('s3+http', 's3'))).rejects.toThrow(
    'STORAGE_URL cannot be used: no TLS at this address: for a store without TLS, use s3+http://KEY:SECRET@host/bucket.',
  )
  const other = await startOtherProtocol()
  await expect(open(s3Url(other))).rejects.toThrow('no HTTP at this address')
})

/** A server that doesn't speak HTTP, as a TLS server does on plain text. */
async function startOtherProtocol(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(Buffer.from([21, 3, 3, 0, 2, 2, 70])))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
