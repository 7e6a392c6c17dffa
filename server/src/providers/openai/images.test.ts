import sharp from 'sharp'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { startMisbehavingServer } from '../../testing/misbehaving-server.ts'
import { unusedUrl } from '../../testing/raw-server.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { createFetch, publicFetches, type OpenFetch } from '../http.ts'
import { createImages, type ImageRequest, type ImagesSettings } from './images.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const REQUEST: ImageRequest = { prompt: 'A calm sea in #0f2b46', shape: 'tall', source: null }
const log = { warn: () => undefined }

function imagesWith(over: Partial<ImagesSettings> = {}, parts: Partial<Parameters<typeof createImages>[1]> = {}) {
  const settings = { baseUrl: `${sandbox.url}/images/v1`, apiKey: 'sk-test', model: 'gpt-image-2', timeoutMs: 30_000, ...over }
  return createImages(settings, { log, ...parts })
}

const make = (over: Partial<ImagesSettings> = {}, request = REQUEST) => imagesWith(over).make(request, new AbortController().signal)
const fault = (provider: string, ...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider, next })

async function codeOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`)
  expect(thrown.message).not.toMatch(/sk-|http/)
  return thrown.code
}

const sizesAsked = async () => (await sandbox.requests('images')).map(({ body }) => body['size'])

describe('servers differ', () => {
  test.each([
    ['gpt-image-2', { width: 1088, height: 1920 }, ['1088x1920']],
    ['gpt-image-1', { width: 1024, height: 1536 }, ['1088x1920', '1024x1536']],
    ['dall-e-3', { width: 1024, height: 1792 }, ['1088x1920', '1024x1536', '1024x1792']],
  ])('%s makes %j, and a refused size is not asked for again', async (model, size, asked) => {
    const images = imagesWith({ model })
    for (let turn = 0; turn < 2; turn += 1) {
      const { width, height } = await sharp(await images.make(REQUEST, new AbortController().signal)).metadata()
      expect({ width, height }).toEqual(size)
    }
    expect(await sizesAsked()).toEqual([...asked, asked.at(-1)])
    const [first] = await sandbox.requests('images')
    expect(Object.keys(first?.body ?? {}).toSorted()).toEqual(['model', 'n', 'prompt', 'size'])
    await images.close()
  })

  test('a photo is changed by the edits endpoint', async () => {
    const source = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#888888' } })
      .jpeg()
      .toBuffer()
    const bytes = await make({}, { ...REQUEST, prompt: 'Make it #ff0000', source })
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(dominant.g)
    expect((await sandbox.requests('images')).map(({ path }) => path)).toEqual(['/images/v1/images/edits'])
  })
})

describe('a fault', () => {
  test.each([
    ['images', { kind: '401' }, 'IMAGES_KEY_REFUSED'],
    ['images', { kind: '429', retryAfter: 30 }, 'AI_BUSY'],
    ['images', { kind: '503' }, 'AI_BUSY'],
    ['images', { kind: '500' }, 'AI_DOWN'],
    ['images', { kind: 'error', status: 404, code: 'x' }, 'IMAGES_UNSUPPORTED'],
    ['images', { kind: 'error', status: 402, code: 'insufficient_quota' }, 'AI_QUOTA'],
    ['images', { kind: 'html' }, 'IMAGES_NO_IMAGE'],
    ['images', { kind: 'cut' }, 'AI_DOWN'],
    ['images', { kind: 'empty' }, 'IMAGES_NO_IMAGE'],
    ['image-reply', { kind: 'moderation' }, 'IMAGES_REFUSED'],
    ['image-reply', { kind: 'endless' }, 'IMAGES_NO_IMAGE'],
    ['image-reply', { kind: 'url', url: 'http://169.254.169.254/latest/meta-data' }, 'IMAGES_NO_IMAGE'],
    ['image-reply', { kind: 'url', url: 'https://127.0.0.1/a.png' }, 'IMAGES_NO_IMAGE'],
    ['image-reply', { kind: 'url', url: 'file:///etc/passwd' }, 'IMAGES_NO_IMAGE'],
  ])('%s: %j is %s', async (provider, next, code) => {
    await fault(provider, next)
    expect(await codeOf(make())).toBe(code)
    expect((await make()).byteLength).toBeGreaterThan(1000)
  })

  test('of a wrong key, a closed port, a redirect and a silent server', async () => {
    expect(await codeOf(make({ apiKey: 'sk-invalid-0123' }))).toBe('IMAGES_KEY_REFUSED')
    expect(await codeOf(make({ baseUrl: await unusedUrl() }))).toBe('AI_UNREACHABLE')
    const elsewhere = await startMisbehavingServer(async (outgoing) => outgoing.writeHead(307, { location: sandbox.url }).end())
    expect(await codeOf(make({ baseUrl: elsewhere.url }))).toBe('AI_UNREACHABLE')
    await fault('images', { kind: 'silent' })
    expect(await codeOf(make({ timeoutMs: 300 }))).toBe('AI_TIMEOUT')
  })

  test('cancelling hangs up', async () => {
    await fault('images', { kind: 'silent' })
    const stop = new AbortController()
    const making = imagesWith().make(REQUEST, stop.signal)
    await expect.poll(() => sandbox.requests('images')).toHaveLength(1)
    stop.abort()
    await expect(making).rejects.toThrow(/abort/i)
    await expect.poll(async () => (await sandbox.requests('images'))[0]?.aborted).toBe(true)
  })

  test('of a server that a user entered: it may not name a private address, even its own', async () => {
    const open: OpenFetch = (bounds) => createFetch(bounds)
    const images = imagesWith({ model: 'dall-e-3' }, { open })
    expect(await codeOf(images.make(REQUEST, new AbortController().signal))).toBe('IMAGES_NO_IMAGE')
    const guarded = imagesWith({}, { open: publicFetches({ connectMs: 1000 }) })
    expect(await codeOf(guarded.make(REQUEST, new AbortController().signal))).toBe('AI_UNREACHABLE')
  })
})
