import { existsSync } from 'node:fs'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { AppEnv } from '../app-env.ts'
import { headRequests } from './request-lifecycle.ts'

const OPEN_FILES = '/proc/self/fd'

/** A file that is closed while the list is read isn't open. */
async function openFiles(): Promise<string[]> {
  const names = await Promise.allSettled((await readdir(OPEN_FILES)).map((fd) => readlink(join(OPEN_FILES, fd))))
  return names.flatMap((name) => (name.status === 'fulfilled' ? [name.value] : []))
}

test('an unused body is closed after its headers are sent', async () => {
  let canceled = 0
  const app = new Hono<AppEnv>()
  app.use(headRequests())
  const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.from('x')), cancel: () => void (canceled += 1) })
  app.get('/file', (c) => c.body(body(), 200, { 'content-length': '10' }))
  const response = await app.request('/file', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-length'), await response.text(), canceled]).toEqual([200, '10', '', 1])
  const read = await app.request('/file')
  expect(canceled).toBe(1)
  await read.body?.cancel()
})

test.runIf(existsSync(OPEN_FILES))('unauthenticated HEAD requests leave no file open', async () => {
  const webDist = await temporaryFolder()
  await writeFile(join(webDist, 'index.html'), '<!doctype html><title>x</title>')
  await writeFile(join(webDist, 'large.png'), Buffer.alloc(1024 * 1024))
  const app = await startTestApp({ webDist })
  for (let turn = 0; turn < 20; turn += 1) {
    const { status, headers } = await app.anonymous.fetch('/large.png', { method: 'HEAD' })
    expect([status, headers.get('content-length')]).toEqual([200, String(1024 * 1024)])
  }
  await expect.poll(async () => (await openFiles()).filter((name) => name.startsWith(webDist))).toEqual([])
})
