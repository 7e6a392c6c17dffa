import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, serveFiles, tiktokToken } from '../../../testing/posting.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { unusedUrl } from '../../../testing/raw-server.ts'
import { postingFetches, type PostingLimits } from '../../posting-fetches.ts'
import { realTiktok, sandboxTiktok } from '../settings.ts'
import { createTiktokPosting, type PhotoPostRequest, type TiktokPosting, type VideoPostRequest } from './client.ts'
import { tiktokOutcome } from './words.ts'

let sandbox: TestSandbox
let token = ''
let posting: TiktokPosting
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  token = (await tiktokToken(sandbox)).token
  posting = client()
})

const client = (limits: Partial<PostingLimits> = {}) =>
  createTiktokPosting(sandboxTiktok(sandbox.url, sandbox.url), postingFetches(true, limits))
const fail = (...next: object[]) => sandbox.control('/faults', 'POST', { provider: 'tiktok', next })
interface Posted {
  publishId: string
  state: string
  info: Record<string, unknown>
  postId: string
  files: { sha256: string }[]
}
const posted = async () => (await sandbox.control<{ posts: Posted[] }>('/tiktok/posts', 'GET')).posts
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const jpeg = (background: string) =>
  sharp({ create: { width: 1080, height: 1920, channels: 3, background } })
    .jpeg()
    .toBuffer()

const photos: Omit<PhotoPostRequest, 'urls'> = {
  title: '5 habits',
  description: 'Save this #habits',
  privacyLevel: 'PUBLIC_TO_EVERYONE',
  disableComment: true,
  autoAddMusic: true,
  brandContent: false,
  brandOrganic: true,
  isAigc: false,
  coverIndex: 1,
}
const video: Omit<VideoPostRequest, 'videoBytes'> = {
  title: '10 seconds',
  privacyLevel: 'PUBLIC_TO_EVERYONE',
  disableComment: false,
  disableDuet: true,
  disableStitch: true,
  brandContent: false,
  brandOrganic: false,
  isAigc: true,
  coverMs: 1000,
}
/** Somewhere to fetch from: that nothing is there is found out later. */
const nowhere: PhotoPostRequest = { ...photos, urls: ['http://127.0.0.1:9/1.jpg', 'http://127.0.0.1:9/2.jpg'] }

/** Bytes that begin as an MP4 does. */
function mp4Of(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size)
  bytes.write('\0\0\0\x18ftypmp42', 0, 'latin1')
  randomBytes(1024).copy(bytes, size - 1024)
  return bytes
}

test('creatorInfo returns the account and its audiences', async () => {
  expect(await posting.creatorInfo(token)).toEqual({
    nickname: 'Sandy Creator',
    username: 'sandy.creates',
    avatarUrl: expect.stringContaining('/tiktok/avatar/'),
    audiences: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    commentDisabled: expect.any(Boolean),
    duetDisabled: expect.any(Boolean),
    stitchDisabled: expect.any(Boolean),
    maxVideoSeconds: 300,
  })
  const { token: quiet } = await tiktokToken(sandbox, { account: 'quiet' })
  expect((await posting.creatorInfo(quiet)).audiences).toEqual(['MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])
})

test('an error with status 200 is a rejection', async () => {
  await fail({ kind: 'error', status: 200, code: 'spam_risk_too_many_posts', path: 'creator_info' })
  const failure = await failureOf(posting.creatorInfo(token))
  expect(failure).toMatchObject({ fault: 'refused', status: 200, sent: 'answered' })
  expect(tiktokOutcome(failure, 'sandy.creates')).toEqual({
    kind: 'refused',
    code: 'day-limit',
    message: '@sandy.creates has reached TikTok’s limit for today. Reschedule it for tomorrow.',
    fixHref: null,
  })
})

test('publishes photos and returns a 64-bit id exactly', async () => {
  const [first, second] = await Promise.all([jpeg('#369'), jpeg('#963')])
  const at = await serveFiles({ '1.jpg': first, '2.jpg': second })
  const { publishId } = await posting.startPhotos(token, { ...photos, urls: [at('1.jpg'), at('2.jpg')] })
  expect(await posting.status(token, publishId)).toMatchObject({ status: 'processing', postIds: [], failReason: '' })
  await expect.poll(async () => (await posting.status(token, publishId)).status).toBe('published')
  const status = await posting.status(token, publishId)
  const [post] = await posted()
  expect(BigInt(post?.postId ?? '') > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
  expect(status).toMatchObject({ postIds: [post?.postId], downloadedBytes: first.byteLength + second.byteLength, uploadedBytes: 0 })
  expect(post).toMatchObject({ publishId, files: [{ sha256: sha256(first) }, { sha256: sha256(second) }] })
  expect(post?.info).toMatchObject({
    title: '5 habits',
    description: 'Save this #habits',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: true,
    auto_add_music: true,
    brand_content_toggle: false,
    brand_organic_toggle: true,
    photo_cover_index: 1,
  })
})

test('status returns the reason of a failed post', async () => {
  const { publishId } = await posting.startPhotos(token, nowhere)
  await expect.poll(async () => (await posting.status(token, publishId)).status).toBe('failed')
  expect(await posting.status(token, publishId)).toMatchObject({ failReason: 'photo_pull_failed', postIds: [] })
  expect(await failureOf(posting.cancel(token, publishId))).toMatchObject({ code: 'publish_not_cancellable', sent: 'answered' })
  expect(await failureOf(posting.status(token, 'p_pub_url~none'))).toMatchObject({ code: 'invalid_publish_id' })
})

test('uploads a video in chunks and repeats lost ones', async () => {
  const bytes = mp4Of(23_000_001)
  const { publishId, uploadUrl, chunks } = await posting.startVideo(token, { ...video, videoBytes: bytes.byteLength })
  expect(chunks).toEqual([
    { from: 0, to: 9_999_999 },
    { from: 10_000_000, to: 23_000_000 },
  ])
  const send = (at: number) => {
    const { from, to } = chunks[at] ?? { from: 0, to: 0 }
    return posting.uploadChunk(uploadUrl, { from, to, total: bytes.byteLength, bytes: bytes.subarray(from, to + 1) })
  }
  expect(await send(1)).toEqual({ kind: 'out-of-order' })
  expect(await send(0)).toEqual({ kind: 'stored' })
  expect(await posting.status(token, publishId)).toMatchObject({ status: 'processing', uploadedBytes: 10_000_000 })
  await sandbox.control('/faults', 'POST', { provider: 'tiktok-upload', next: [{ kind: '503' }, { kind: 'dropped' }] })
  expect(await send(1)).toEqual({ kind: 'again' })
  expect(await failureOf(send(1))).toMatchObject({ fault: 'down', sent: 'maybe' })
  expect(await send(1)).toEqual({ kind: 'done' })
  await expect.poll(async () => (await posting.status(token, publishId)).status).toBe('published')
  expect(await posted()).toMatchObject([
    {
      files: [{ sha256: sha256(bytes) }],
      info: {
        title: '10 seconds',
        disable_duet: true,
        disable_stitch: true,
        disable_comment: false,
        video_cover_timestamp_ms: 1000,
        is_aigc: true,
      },
    },
  ])
})

test('rejects expired, forged and foreign upload URLs', async () => {
  const bytes = mp4Of(2000)
  const { publishId, uploadUrl } = await posting.startVideo(token, { ...video, videoBytes: 2000 })
  const send = (url: string, total = 2000) => posting.uploadChunk(url, { from: 0, to: 1999, total, bytes })
  expect(await send(uploadUrl.replace(/token=.*/, 'token=x'))).toEqual({ kind: 'gone' })
  expect(await send(uploadUrl, 3000)).toEqual({ kind: 'refused' })
  await posting.cancel(token, publishId)
  expect(await posting.status(token, publishId)).toMatchObject({ status: 'processing' })
  expect(await posting.status(token, publishId)).toMatchObject({ status: 'failed', failReason: 'publish_cancelled' })
  await sandbox.control('/clock', 'POST', { advance: 3601 })
  expect(await send(uploadUrl)).toEqual({ kind: 'expired' })
})

test('never uploads to a private or insecure URL', async () => {
  const real = createTiktokPosting(realTiktok(null), postingFetches(false))
  const chunk = { from: 0, to: 9, total: 10, bytes: new Uint8Array(10) }
  const { port } = new URL(sandbox.url)
  for (const url of [`https://127.0.0.1:${port}/video/`, 'https://[::1]/video/', 'https://169.254.169.254/']) {
    expect(await failureOf(real.uploadChunk(url, chunk))).toMatchObject({ code: 'not-public', sent: 'no' })
  }
  for (const url of [`${sandbox.url}/tiktok-upload/video/`, 'ftp://upload.example/', 'https://me@upload.example/', 'nonsense', '']) {
    expect(await failureOf(real.uploadChunk(url, chunk))).toMatchObject({ code: 'upload_address', sent: 'no' })
  }
  expect(await sandbox.requests('tiktok-upload')).toEqual([])
})

describe('startPhotos', () => {
  const init = 'content/init'
  test.each([
    [{ kind: 'dropped', path: init }, { sent: 'maybe', code: 'unreachable' }, { kind: 'unknown' }, 0],
    [{ kind: 'silent', path: init }, { sent: 'maybe', code: 'timeout' }, { kind: 'unknown' }, 0],
    [{ kind: 'html', path: init }, { sent: 'maybe', code: 'unreadable_answer' }, { kind: 'unknown' }, 0],
    [{ kind: 'gateway', path: init }, { sent: 'maybe', code: 'unreadable_answer' }, { kind: 'unknown' }, 1],
    [{ kind: 'lost', path: init }, { sent: 'maybe', code: 'unreachable' }, { kind: 'unknown' }, 1],
    [{ kind: 'cut', path: init }, { sent: 'maybe', code: 'broken-off' }, { kind: 'unknown' }, 1],
    [{ kind: '500', path: init }, { sent: 'answered', code: 'internal_error' }, { kind: 'unknown' }, 0],
    [{ kind: '401', path: init }, { sent: 'answered', code: 'access_token_invalid' }, { kind: 'account' }, 0],
    [{ kind: '429', path: init }, { sent: 'answered', code: 'rate_limit_exceeded' }, { kind: 'wait', seconds: 60 }, 0],
    [{ kind: '429', retryAfter: 17, path: init }, { sent: 'answered' }, { kind: 'wait', seconds: 17 }, 0],
    [{ kind: 'error', status: 403, code: 'something_new', path: init }, { sent: 'answered' }, { kind: 'unknown' }, 0],
  ])('%j', async (fault, failure, outcome, posts) => {
    await fail(fault)
    const brief = client({ write: { answerMs: 400, silenceMs: 400 } })
    const thrown = await failureOf(brief.startPhotos(token, nowhere))
    expect(thrown).toMatchObject(failure)
    expect(tiktokOutcome(thrown, 'sandy')).toEqual(outcome)
    expect(await posted()).toHaveLength(posts)
    expect((await sandbox.requests('tiktok')).filter(({ path }) => path.includes(init))).toHaveLength(1)
  })

  test('reports an unreachable platform as unsent', async () => {
    const url = await unusedUrl()
    const thrown = await failureOf(createTiktokPosting(sandboxTiktok(url, url), postingFetches(true)).startPhotos(token, nowhere))
    expect(thrown).toMatchObject({ sent: 'no', code: 'unreachable' })
    expect(tiktokOutcome(thrown, 'sandy')).toEqual({ kind: 'unsent' })
  })

  test('reports an aborted or timed-out request', async () => {
    await fail({ kind: 'silent', path: init }, { kind: 'silent', path: init })
    expect(await failureOf(posting.startPhotos(token, nowhere, { ms: 200 }))).toMatchObject({ code: 'timeout', sent: 'maybe' })
    const stop = new AbortController()
    const work = failureOf(posting.startPhotos(token, nowhere, { signal: stop.signal }))
    await expect.poll(async () => (await sandbox.requests('tiktok')).filter(({ path }) => path.includes(init)).length).toBe(2)
    stop.abort(new Error('stopped'))
    expect(await work).toMatchObject({ code: 'aborted', sent: 'maybe' })
    expect(await failureOf(posting.startPhotos(token, nowhere, { signal: stop.signal }))).toMatchObject({ code: 'aborted', sent: 'no' })
  })

  test('explains why TikTok rejects a post', async () => {
    const outcome = async (overrides: Partial<PhotoPostRequest>) =>
      tiktokOutcome(await failureOf(posting.startPhotos(token, { ...nowhere, ...overrides })), 'sandy.creates')
    expect(await outcome({ privacyLevel: 'FOLLOWER_OF_CREATOR' })).toMatchObject({ kind: 'refused', code: 'audience' })
    expect(await outcome({ urls: ['https://elsewhere.example/1.jpg'], coverIndex: 0 })).toMatchObject({ code: 'address-not-verified' })
    expect(await outcome({ title: 'x'.repeat(91) })).toMatchObject({ code: 'invalid_params' })
    await sandbox.control('/tiktok', 'PATCH', { audited: false })
    expect(await outcome({})).toMatchObject({ code: 'not-audited', message: expect.stringContaining('@sandy.creates') })
    const { token: shy } = await tiktokToken(sandbox, { scopes: ['user.info.basic', 'video.upload'] })
    expect(tiktokOutcome(await failureOf(posting.startPhotos(shy, nowhere)), 'sandy')).toMatchObject({
      code: 'scope',
      fixHref: '/settings?tab=accounts',
    })
  })
})
