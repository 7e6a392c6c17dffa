// @module-tag long

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOOGLE_DRIVE_FILE, GOOGLE_DRIVE_FUNCTION, type GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { usageCounters } from '../db/schema-usage.ts'
import { sandboxGoogle } from '../providers/google/settings.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { generate, generateRequest, startGeneratingApp } from '../testing/generation.ts'
import { consentAtGoogle } from '../testing/google-consent.ts'
import { retainedMemory } from '../testing/retained-memory.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

const MB = 2 ** 20
/**
 * Growth allowed over all rounds: caches and compiled code take less than 0.1 MB of buffers and 1 MB of heap. A leak holds half a megabyte
 * of buffers or about 20 kB of objects per round.
 */
const RETAINED_MAX = { buffers: MB / 2, heap: 1.5 * MB }
const TIMES = 10
/** Videos take longest, and four leaked ones hold 7 MB. */
const VIDEOS = 4
/** Event streams open quickly, and hold no buffers. */
const STREAMS = 300

const drawing = createRenderer({ assetsDir: join(import.meta.dirname, '../../../shared/generated/painter') })
let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => Promise.all([sandbox.release(), drawing.close()]))
beforeEach(async () => {
  app = await startGeneratingApp(sandbox, { renderer: drawing, google: sandboxGoogle(sandbox.url), dailyTokens: 1_000_000 })
  user = await app.buildUser()
})

/** A JPEG of half a megabyte, different each time. */
function largePhoto(): Promise<Buffer> {
  const [width, height] = [540, 960]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

async function uploadPhoto(): Promise<string> {
  const response = await user.upload(await largePhoto())
  expect(response.status).toBe(201)
  return ((await response.json()) as { filePath: string }).filePath
}

async function read(response: Response, leastBytes = 0): Promise<void> {
  const { byteLength } = await response.arrayBuffer()
  expect(response.status).toBe(200)
  expect(byteLength).toBeGreaterThanOrEqual(leastBytes)
}

/** Repeats the work and compares the retained memory before and after. The first rounds fill caches. */
async function expectNothingRetained(work: () => Promise<unknown>, times = TIMES): Promise<void> {
  for (let time = 0; time < times / 5; time += 1) await work()
  const initial = await retainedMemory()
  for (let time = 0; time < times; time += 1) {
    // Resets rate limits, which allow fewer per minute.
    await app.services.db.asSystem((tx) => tx.delete(usageCounters))
    await work()
  }
  const final = await retainedMemory()
  expect(final.buffers - initial.buffers).toBeLessThan(RETAINED_MAX.buffers)
  expect(final.heap - initial.heap).toBeLessThan(RETAINED_MAX.heap)
}

test('rendering videos retains no memory', async () => {
  const slide = { ...buildSlide('', { backgroundImage: await uploadPhoto() }), textBoxes: [] }
  const body = JSON.stringify({ slides: [slide], frames: [2] })
  const headers = { 'content-type': 'application/json' }
  await expectNothingRetained(async () => read(await user.fetch('/api/video', { method: 'POST', headers, body }), MB / 2), VIDEOS)
})

test('uploads retain no memory', async () => {
  await expectNothingRetained(uploadPhoto)
})

test('reading photos retains no memory', async () => {
  const [url = ''] = await user.api<string[]>('POST', '/files/urls', { paths: [await uploadPhoto()], variant: 'original' })
  await expectNothingRetained(async () => read(await user.fetch(url), MB / 2))
})

test('rendering slides retains no memory', async () => {
  const slides = [buildSlide('', { backgroundImage: await uploadPhoto() })]
  await expectNothingRetained(async () => {
    await user.buildProject({ slides })
    const { projects } = await user.api<{ projects: ProjectSummary[] }>('GET', '/projects')
    await read(await user.fetch(projects[0]?.coverUrl ?? ''))
  })
})

test('account downloads retain no memory', async () => {
  await uploadPhoto()
  await expectNothingRetained(async () => read(await user.fetch('/api/account/download'), MB / 2))
})

test('uploads to Google Drive retain no memory', async () => {
  const callDrive = async (body: Record<string, unknown>) => (await user.call<GoogleDriveReply>('POST', GOOGLE_DRIVE_FUNCTION, body)).body
  const { url = '' } = await callDrive({ action: 'authorize' })
  const back = await consentAtGoogle(url)
  const { accessToken = '' } = await callDrive({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  const { folderId = '' } = await callDrive({ action: 'create_folder', accessToken, folderName: 'Acme' })
  const path = `${GOOGLE_DRIVE_FILE}?${new URLSearchParams({ name: 'slide_1.png', folderId }).toString()}`
  const headers = { 'content-type': 'image/png', 'x-drive-token': accessToken }
  await expectNothingRetained(async () => read(await user.fetch(path, { method: 'POST', body: new Uint8Array(randomBytes(MB)), headers })))
})

test('generations retain no memory', async () => {
  await expectNothingRetained(async () => expect((await generate(user, generateRequest())).at(-1)?.type).toBe('done'))
})

test('rewrites retain no memory', async () => {
  const facts = { projectTopic: '5 calm mornings', contentType: 'numbered-list', how: 'again', neighbours: [] }
  const body = { ...facts, slide: buildSlide('2. keep your phone in the kitchen'), target: { kind: 'slide' } }
  await expectNothingRetained(async () => expect((await user.call('POST', '/api/rewrite', body)).status).toBe(200))
})

test('event streams retain no memory', async () => {
  await expectNothingRetained(async () => {
    const abort = new AbortController()
    const reader = (await user.fetch('/api/events', { signal: abort.signal })).body?.getReader()
    await reader?.read()
    abort.abort()
    try {
      // Not with a matcher, which would retain the error.
      await reader?.read()
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }, STREAMS)
})
