import { createHash } from 'node:crypto'
import { tumblrPhotoPost, tumblrVideoPost } from '@ninesixteen/shared/publishing/tumblr-post'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, tumblrSigner } from '../../../testing/posting.ts'
import { unusedUrl } from '../../../testing/raw-server.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { postingFetches, type PostingLimits } from '../../posting-fetches.ts'
import type { Signer } from '../api.ts'
import { sandboxTumblr } from '../settings.ts'
import { createTumblrPosting, type CreatePostRequest, type TumblrPosting } from './client.ts'
import type { PostFile } from './multipart.ts'
import { tumblrOutcome } from './words.ts'

const BLOG = 'sandy-studio'
let sandbox: TestSandbox
let signer: Signer
let posting: TumblrPosting
let images: Buffer[]
beforeAll(async () => {
  sandbox = await startTestSandbox()
  images = await Promise.all(
    ['#369', '#963'].map((background) =>
      sharp({ create: { width: 216, height: 384, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  signer = (await tumblrSigner(sandbox)).signer
  posting = client()
})

const client = (limits: Partial<PostingLimits> = {}, url = sandbox.url) =>
  createTumblrPosting(sandboxTumblr(url, url), postingFetches(true, limits))
const fail = (...next: object[]) => sandbox.control('/faults', 'POST', { provider: 'tumblr', next })
interface Posted {
  id: string
  blog: string
  state: string
  slug: string
  tags: string[]
  content: Record<string, unknown>[]
  layout: unknown[]
  pictures: { sha256: string }[]
}
const posted = async () => (await sandbox.control<{ posts: Posted[] }>('/tumblr/posts', 'GET')).posts
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let query = 0; query < bytes.byteLength; query += 1000) yield bytes.subarray(query, query + 1000)
}
function file(identifier: string, bytes: Uint8Array, type = 'image/png'): PostFile {
  return { identifier, filename: `${identifier}.png`, type, bytes: bytes.byteLength, open: () => chunks(bytes) }
}

function request(overrides: Partial<CreatePostRequest> = {}): CreatePostRequest {
  const words = { caption: '5 habits', description: 'One.\n\nTwo.', tags: ['calm', 'habits'], layout: 'auto' as const }
  const slides = images.map((_, query) => ({ type: 'image/png', width: 216, height: 384, altText: `Slide ${query + 1}` }))
  return {
    ...tumblrPhotoPost(slides, words),
    state: 'draft',
    slug: '5-habits-k3x9w2m7',
    files: images.map((bytes, query) => file(`slide-${query + 1}`, bytes)),
    ...overrides,
  }
}

test('blogs lists where a user may post', async () => {
  const blogs = await posting.blogs(signer)
  expect(blogs.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
    [BLOG, true],
    ['sandy-sketches', false],
    ['sandy-on-the-road', false],
  ])
  expect(blogs[0]).toMatchObject({ title: 'Sandy Studio', avatarUrl: expect.stringContaining('/tumblr-media/') })
})

test('publishes a draft with its images, texts, tags and layout, once also when repeated', async () => {
  const { id, isTranscoding } = await posting.createPost(signer, BLOG, request())
  expect(isTranscoding).toBe(false)
  const [draft] = await posted()
  expect(draft).toMatchObject({ id, blog: BLOG, state: 'draft', slug: '5-habits-k3x9w2m7', tags: ['calm', 'habits'] })
  expect(draft?.pictures.map((image) => image.sha256)).toEqual(images.map(sha256))
  const first = await posting.publish(signer, BLOG, { id, state: 'published' })
  expect(first).toEqual({ id, state: 'published', url: expect.stringMatching(/^http/) })
  expect(await posting.publish(signer, BLOG, { id, state: 'published' })).toEqual(first)
  // A published post keeps its state.
  expect(await posting.publish(signer, BLOG, { id, state: 'private' })).toEqual(first)
  const [post, ...others] = await posted()
  expect(others).toEqual([])
  expect(post).toMatchObject({ ...draft, state: 'published', publicAt: expect.any(Number) })
  expect(post?.content.map(({ type, text, alt_text: alt }) => text ?? alt ?? type)).toEqual([
    'Slide 1',
    'Slide 2',
    '5 habits',
    'One.',
    'Two.',
  ])
  const calls = await sandbox.requests('tumblr')
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test.each(['queue', 'private', 'draft'] as const)('publish moves a draft to the state %s', async (state) => {
  const { id } = await posting.createPost(signer, BLOG, request())
  expect(await posting.publish(signer, BLOG, { id, state })).toMatchObject({ id, state })
  expect(await posted()).toMatchObject([{ id, state }])
})

test('uploads a complete video', async () => {
  const video = Buffer.alloc(3_000_000)
  video.write('\0\0\0\x18ftypmp42', 0, 'latin1')
  const blocks = tumblrVideoPost({ type: 'video/mp4', width: 1080, height: 1920 }, { caption: 'Calm', description: '', tags: [] })
  const { id } = await posting.createPost(signer, BLOG, request({ ...blocks, files: [file('video', video, 'video/mp4')] }))
  await posting.publish(signer, BLOG, { id, state: 'published' })
  expect(await posted()).toMatchObject([{ id, state: 'published', pictures: [{ sha256: sha256(video) }] }])
})

test('find returns the post with this slug in any state', async () => {
  const query = { slug: '5-habits-k3x9w2m7' }
  await posting.createPost(signer, BLOG, request({ slug: '5-habits-other111' }))
  expect(await posting.find(signer, BLOG, query)).toBeNull()
  for (const state of ['draft', 'published', 'queue'] as const) {
    const { id } = await posting.createPost(signer, BLOG, request({ state }))
    expect(await posting.find(signer, BLOG, query)).toMatchObject({ id, state })
    await posting.remove(signer, BLOG, { id })
    expect(await posting.find(signer, BLOG, query)).toBeNull()
    await posting.remove(signer, BLOG, { id })
  }
  expect(await posting.find(signer, 'sandy-sketches', { slug: '5-habits-other111' })).toBeNull()
  expect(await posting.find(signer, BLOG, { slug: '5-habits-other111' })).not.toBeNull()
  // Nothing that other posts may have, too, is taken for a mark.
  for (const slug of ['', '5-', 'habits', '5-habits']) expect(await posting.find(signer, BLOG, { slug })).toBeNull()
})

test('limits returns what is left of the day', async () => {
  const limitsBefore = await posting.limits(signer)
  expect(limitsBefore.photos?.limit).toBe(250)
  await posting.createPost(signer, BLOG, request({ state: 'published' }))
  const { photos, posts } = await posting.limits(signer)
  expect([photos?.remaining, posts?.remaining]).toEqual([248, 249])
})

describe('createPost', () => {
  const createPath = { path: `/blog/${BLOG}/posts` }
  test.each([
    [{ kind: 'dropped', ...createPath }, { sent: 'maybe' }, { kind: 'unknown' }, 0],
    [{ kind: 'silent', ...createPath }, { sent: 'maybe', code: 'timeout' }, { kind: 'unknown' }, 0],
    [{ kind: 'html', ...createPath }, { sent: 'maybe', code: 'unreadable_answer' }, { kind: 'unknown' }, 0],
    [{ kind: 'gateway', ...createPath }, { sent: 'maybe', status: 504 }, { kind: 'unknown' }, 1],
    [{ kind: 'lost', ...createPath }, { sent: 'maybe', code: 'unreachable' }, { kind: 'unknown' }, 1],
    [{ kind: 'cut', ...createPath }, { sent: 'maybe', code: 'broken-off' }, { kind: 'unknown' }, 1],
    [{ kind: '401', ...createPath }, { sent: 'answered' }, { kind: 'account' }, 0],
    [{ kind: '403', ...createPath }, { sent: 'answered', code: '8004' }, { kind: 'refused', code: 'day-limit' }, 0],
    [{ kind: '429', retryAfter: 17, ...createPath }, { sent: 'answered' }, { kind: 'wait', seconds: 17 }, 0],
    [{ kind: '500', ...createPath }, { sent: 'answered' }, { kind: 'unknown' }, 0],
    [{ kind: 'error', status: 500, code: '8006', ...createPath }, { sent: 'answered' }, { kind: 'unknown' }, 0],
    [{ kind: '503', ...createPath }, { sent: 'answered' }, { kind: 'wait', seconds: 300 }, 0],
  ])('%j', async (fault, failure, outcome, posts) => {
    await fail(fault)
    const thrown = await failureOf(client({ write: { answerMs: 500, silenceMs: 500 } }).createPost(signer, BLOG, request()))
    expect(thrown).toMatchObject(failure)
    expect(tumblrOutcome(thrown, 'sandy')).toMatchObject(outcome)
    expect(await posted()).toHaveLength(posts)
    const found = await posting.find(signer, BLOG, { slug: '5-habits-k3x9w2m7' })
    expect(found !== null).toBe(posts === 1)
  })

  test('reports an unreachable platform as unsent', async () => {
    const thrown = await failureOf(client({}, await unusedUrl()).createPost(signer, BLOG, request()))
    expect(thrown).toMatchObject({ sent: 'no' })
    expect(tumblrOutcome(thrown, 'sandy')).toEqual({ kind: 'unsent' })
  })

  test('fails when an image has another length than announced', async () => {
    for (const bytes of [-1, 1]) {
      const [first, second] = request().files
      if (!first || !second) throw new Error('There are two')
      const files = [first, { ...second, bytes: second.bytes + bytes }]
      expect(await failureOf(posting.createPost(signer, BLOG, request({ files })))).toMatchObject({ sent: 'maybe' })
    }
    expect(await posted()).toEqual([])
  })

  test('explains why Tumblr rejects a post', async () => {
    const outcome = async (overrides: Partial<CreatePostRequest>, blog = BLOG) =>
      tumblrOutcome(await failureOf(posting.createPost(signer, blog, request(overrides))), 'sandy-studio')
    expect(await outcome({}, 'mira-bakes')).toMatchObject({ kind: 'refused', code: 'blog' })
    const text = Buffer.from('not a picture')
    expect(await outcome({ files: [file('slide-1', text), file('slide-2', text)] })).toMatchObject({ code: 'media-format' })
    expect(await outcome({ content: [] })).toMatchObject({ code: 'invalid' })
    await sandbox.control('/tumblr', 'PATCH', { postsADay: 1 })
    await posting.createPost(signer, BLOG, request({ state: 'published' }))
    expect(await outcome({ state: 'published' })).toEqual({
      kind: 'refused',
      code: 'day-limit',
      message: expect.stringContaining('Reschedule it for tomorrow.'),
      fixHref: null,
    })
  })

  test('waits for the next hour when the hourly limit is reached', async () => {
    await sandbox.control('/tumblr', 'PATCH', { perHour: 1 })
    await posting.blogs(signer)
    const outcome = tumblrOutcome(await failureOf(posting.createPost(signer, BLOG, request())), 'sandy')
    expect(outcome.kind).toBe('wait')
    if (outcome.kind !== 'wait') return
    expect(outcome.seconds).toBeGreaterThan(3000)
    expect(outcome.seconds).toBeLessThanOrEqual(3600)
  })
})

describe('publish', () => {
  test('rejects a deleted draft', async () => {
    const thrown = await failureOf(posting.publish(signer, BLOG, { id: '752000000000099999', state: 'published' }))
    expect(tumblrOutcome(thrown, 'sandy')).toMatchObject({ kind: 'refused', code: 'post-gone' })
  })

  test('publishes once when the request is repeated after a lost response', async () => {
    const { id } = await posting.createPost(signer, BLOG, request())
    await fail({ kind: 'slow', ms: 0, path: id }, { kind: 'lost', path: id })
    expect(await failureOf(posting.publish(signer, BLOG, { id, state: 'published' }))).toMatchObject({ sent: 'maybe' })
    expect(await posting.publish(signer, BLOG, { id, state: 'published' })).toMatchObject({ id, state: 'published' })
    expect(await posted()).toHaveLength(1)
  })
})
