// @module-tag long

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { postMedia } from '../../../db/schema-publishing.ts'
import { createRenderer } from '../../../rendering/renderer.ts'
import { EVERY_PLATFORM, startFaultBench } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postState } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const ASSETS = join(import.meta.dirname, '../../../../../shared/generated/painter')

/** Mounts a full disk of 64 kB for the file store; null when mounting is not allowed. Returns the file that fills it. */
function fullDisk(folder: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'none', folder], { stdio: 'ignore' })
  } catch {
    // Not root, or not in this container.
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const filler = join(folder, 'filler')
  try {
    writeFileSync(filler, Buffer.alloc(128 * 1024, 1))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
  return filler
}

test('a full disk delays posts before they are sent, and they go out once there is space', async (context) => {
  const renderer = createRenderer({ assetsDir: ASSETS })
  onTestFinished(() => renderer.close())
  const bench = await startFaultBench(sandbox, { settings: { renderer, logLevel: 'silent' } })
  const folder = join(bench.app.dataDir, 'files')
  const posts = await Promise.all(EVERY_PLATFORM.map((platform) => bench.post(platform)))
  // Nothing is rendered yet.
  await bench.app.services.db.asSystem((tx) => tx.delete(postMedia))
  const filler = fullDisk(folder)
  if (filler === null) return context.skip('Only root may mount a small disk')
  bench.work()
  for (const { id } of posts) {
    const detail = async () => (await postState(bench.app.services, id)).post.detail
    await expect.poll(detail, { timeout: 40_000 }).toBe('Something went wrong here. Trying again.')
  }
  const starts = async () => (await Promise.all(EVERY_PLATFORM.map((platform) => sandbox.requests(platform)))).flat()
  expect(await starts()).toEqual([])
  execFileSync('mount', ['-o', 'remount,size=64m', folder])
  await rm(filler)
  await bench.waitForEnd(posts)
  for (const post of posts) expect(await bench.verdict(post)).toEqual({ delivery: 'published', live: 1, attempts: 1 })
})
