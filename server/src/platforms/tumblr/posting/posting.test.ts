import { createHash } from 'node:crypto'
import { tumblrPhotoPost, tumblrVideoPost } from '@ninesixteen/shared/publishing/tumblr-post'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, tumblrSigner } from '../../../testing/posting.ts'
import { unusedUrl } from '../../../testing/rude-server.ts'
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
let pictures: Buffer[]
beforeAll(async () => {
  sandbox = await startTestSandbox()
  pictures = await Promise.all(
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

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.byteLength; at += 1000) yield bytes.subarray(at, at + 1000)
}
function file(identifier: string, bytes: Uint8Array, type = 'image/png'): PostFile {
  return { identifier, filename: `${identifier}.png`, type, bytes: bytes.byteLength, open: () => pieces(bytes) }
}

function order(given: Partial<CreatePostRequest> = {}): CreatePostRequest {
  const words = { caption: '5 habits', description: 'One.\n\nTwo.', tags: ['calm', 'habits'], layout: 'auto' as const }
  const slides = pictures.map((_, at) => ({ type: 'image/png', width: 216, height: 384, altText: `Slide ${at + 1}` }))
  return {
    ...tumblrPhotoPost(slides, words),
    state: 'draft',
    slug: '5-habits-k3x9w2m7',
    files: pictures.map((bytes, at) => file(`slide-${at + 1}`, bytes)),
    ...given,
  }
}

test('where a user may post', async () => {
  const blogs = await posting.blogs(signer)
  expect(blogs.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
    [BLOG, true],
    ['sandy-sketches', false],
    ['sandy-on-the-road', false],
  ])
  expect(blogs[0]).toMatchObject({ title: 'Sandy Studio', avatarUrl: expect.stringContaining('/tumblr-media/') })
})

test('a draft comes out with its pictures, words, tags and layout, once however often it is published', async () => {
  const { id, isTranscoding } = await posting.createPost(signer, BLOG, order())
  expect(isTranscoding).toBe(false)
  const [draft] = await posted()
  expect(draft).toMatchObject({ id, blog: BLOG, state: 'draft', slug: '5-habits-k3x9w2m7', tags: ['calm', 'habits'] })
  expect(draft?.pictures.map((picture) => picture.sha256)).toEqual(pictures.map(sha256))
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

test.each(['queue', 'private', 'draft'] as const)('a draft becomes %s', async (state) => {
  const { id } = await posting.createPost(signer, BLOG, order())
  expect(await posting.publish(signer, BLOG, { id, state })).toMatchObject({ id, state })
  expect(await posted()).toMatchObject([{ id, state }])
})

test('a video goes up whole', async () => {
  const video = Buffer.alloc(3_000_000)
  video.write('\0\0\0\x18ftypmp42', 0, 'latin1')
  const blocks = tumblrVideoPost({ type: 'video/mp4', width: 1080, height: 1920 }, { caption: 'Calm', description: '', tags: [] })
  const { id } = await posting.createPost(signer, BLOG, order({ ...blocks, files: [file('video', video, 'video/mp4')] }))
  await posting.publish(signer, BLOG, { id, state: 'published' })
  expect(await posted()).toMatchObject([{ id, state: 'published', pictures: [{ sha256: sha256(video) }] }])
})

test('a post is found by its slug wherever it stands, and no other is', async () => {
  const at = { slug: '5-habits-k3x9w2m7' }
  await posting.createPost(signer, BLOG, order({ slug: '5-habits-other111' }))
  expect(await posting.find(signer, BLOG, at)).toBeNull()
  for (const state of ['draft', 'published', 'queue'] as const) {
    const { id } = await posting.createPost(signer, BLOG, order({ state }))
    expect(await posting.find(signer, BLOG, at)).toMatchObject({ id, state })
    await posting.remove(signer, BLOG, { id })
    expect(await posting.find(signer, BLOG, at)).toBeNull()
    await posting.remove(signer, BLOG, { id })
  }
  expect(await posting.find(signer, 'sandy-sketches', { slug: '5-habits-other111' })).toBeNull()
  expect(await posting.find(signer, BLOG, { slug: '5-habits-other111' })).not.toBeNull()
  // Nothing that other posts may have, too, is taken for a mark.
  for (const slug of ['', '5-', 'habits', '5-habits']) expect(await posting.find(signer, BLOG, { slug })).toBeNull()
})

test('what is left of the day', async () => {
  const before = await posting.limits(signer)
  expect(before.photos?.limit).toBe(250)
  await posting.createPost(signer, BLOG, order({ state: 'published' }))
  const { photos, posts } = await posting.limits(signer)
  expect([photos?.remaining, posts?.remaining]).toEqual([248, 249])
})

describe('a post that is not made', () => {
  const making = { path: `/blog/${BLOG}/posts` }
  test.each([
    [{ kind: 'dropped', ...making }, { sent: 'maybe' }, { kind: 'unknown' }, 0],
    [{ kind: 'silent', ...making }, { sent: 'maybe', code: 'timeout' }, { kind: 'unknown' }, 0],
    [{ kind: 'html', ...making }, { sent: 'maybe', code: 'unreadable_answer' }, { kind: 'unknown' }, 0],
    [{ kind: 'gateway', ...making }, { sent: 'maybe', status: 504 }, { kind: 'unknown' }, 1],
    [{ kind: 'lost', ...making }, { sent: 'maybe', code: 'unreachable' }, { kind: 'unknown' }, 1],
    [{ kind: 'cut', ...making }, { sent: 'maybe', code: 'broken-off' }, { kind: 'unknown' }, 1],
    [{ kind: '401', ...making }, { sent: 'answered' }, { kind: 'account' }, 0],
    [{ kind: '403', ...making }, { sent: 'answered', code: '8004' }, { kind: 'refused', code: 'day-limit' }, 0],
    [{ kind: '429', retryAfter: 17, ...making }, { sent: 'answered' }, { kind: 'wait', seconds: 17 }, 0],
    [{ kind: '500', ...making }, { sent: 'answered' }, { kind: 'unknown' }, 0],
    [{ kind: 'error', status: 500, code: '8006', ...making }, { sent: 'answered' }, { kind: 'unknown' }, 0],
    [{ kind: '503', ...making }, { sent: 'answered' }, { kind: 'wait', seconds: 300 }, 0],
  ])('%j', async (fault, failure, outcome, made) => {
    await fail(fault)
    const thrown = await failureOf(client({ write: { answerMs: 500, silenceMs: 500 } }).createPost(signer, BLOG, order()))
    expect(thrown).toMatchObject(failure)
    expect(tumblrOutcome(thrown, 'sandy')).toMatchObject(outcome)
    expect(await posted()).toHaveLength(made)
    const found = await posting.find(signer, BLOG, { slug: '5-habits-k3x9w2m7' })
    expect(found !== null).toBe(made === 1)
  })

  test('because no one is there was not sent', async () => {
    const thrown = await failureOf(client({}, await unusedUrl()).createPost(signer, BLOG, order()))
    expect(thrown).toMatchObject({ sent: 'no' })
    expect(tumblrOutcome(thrown, 'sandy')).toEqual({ kind: 'unsent' })
  })

  test('because a picture is not as long as it was', async () => {
    for (const bytes of [-1, 1]) {
      const [first, second] = order().files
      if (!first || !second) throw new Error('There are two')
      const files = [first, { ...second, bytes: second.bytes + bytes }]
      expect(await failureOf(posting.createPost(signer, BLOG, order({ files })))).toMatchObject({ sent: 'maybe' })
    }
    expect(await posted()).toEqual([])
  })

  test('because Tumblr does not take it says why', async () => {
    const outcome = async (given: Partial<CreatePostRequest>, blog = BLOG) =>
      tumblrOutcome(await failureOf(posting.createPost(signer, blog, order(given))), 'sandy-studio')
    expect(await outcome({}, 'mira-bakes')).toMatchObject({ kind: 'refused', code: 'blog' })
    const text = Buffer.from('not a picture')
    expect(await outcome({ files: [file('slide-1', text), file('slide-2', text)] })).toMatchObject({ code: 'media-format' })
    expect(await outcome({ content: [] })).toMatchObject({ code: 'invalid' })
    await sandbox.control('/tumblr', 'PATCH', { postsADay: 1 })
    await posting.createPost(signer, BLOG, order({ state: 'published' }))
    expect(await outcome({ state: 'published' })).toEqual({
      kind: 'refused',
      code: 'day-limit',
      message: expect.stringContaining('Reschedule it for tomorrow.'),
      fixHref: null,
    })
  })

  test('because the calls of the hour are used up waits for the next hour', async () => {
    await sandbox.control('/tumblr', 'PATCH', { perHour: 1 })
    await posting.blogs(signer)
    const outcome = tumblrOutcome(await failureOf(posting.createPost(signer, BLOG, order())), 'sandy')
    expect(outcome.kind).toBe('wait')
    if (outcome.kind !== 'wait') return
    expect(outcome.seconds).toBeGreaterThan(3000)
    expect(outcome.seconds).toBeLessThanOrEqual(3600)
  })
})

describe('a draft that is not published', () => {
  test('because a user deleted it', async () => {
    const thrown = await failureOf(posting.publish(signer, BLOG, { id: '752000000000099999', state: 'published' }))
    expect(tumblrOutcome(thrown, 'sandy')).toMatchObject({ kind: 'refused', code: 'post-gone' })
  })

  test('or whose answer was lost, is published once by asking again', async () => {
    const { id } = await posting.createPost(signer, BLOG, order())
    await fail({ kind: 'slow', ms: 0, path: id }, { kind: 'lost', path: id })
    expect(await failureOf(posting.publish(signer, BLOG, { id, state: 'published' }))).toMatchObject({ sent: 'maybe' })
    expect(await posting.publish(signer, BLOG, { id, state: 'published' })).toMatchObject({ id, state: 'published' })
    expect(await posted()).toHaveLength(1)
  })
})
