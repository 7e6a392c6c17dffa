import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../kit/clock.ts'
import { createSandbox } from '../sandbox.ts'
import { drawn, startImageHost } from '../testing/images.ts'
import { livePosts, order, postPhotos, tiktokToken, tumblrToken } from '../testing/posting.ts'
import { sendPost } from '../tumblr/testing/sending.ts'
import { createFiles } from './files.ts'
import { createLive, hashtagsIn } from './ledger.ts'

let app: ReturnType<typeof createSandbox>
beforeEach(() => {
  app = createSandbox({ seed: '', fast: true })
})
const BLOG = '/v2/blog/sandy-studio/posts'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const image = (identifier: string) => ({ type: 'image', media: [{ type: 'image/jpeg', identifier }], alt_text: 'Slide' })

test('lists published posts of both platforms in order, with texts and files', async () => {
  const { url, files: hosted } = await startImageHost()
  const [one, two] = [await drawn(), await drawn('#963')]
  hosted.set('a.jpg', one).set('b.jpg', two)
  const startedAt = Date.now()
  const { publishId } = await postPhotos(app, await tiktokToken(app), { urls: [`${url}a.jpg`, `${url}b.jpg`] })
  await expect.poll(async () => (await livePosts(app)).length).toBe(1)
  const json = { content: [image('s1'), { type: 'text', text: 'Calm' }], state: 'private', tags: 'a b, c', slug: 'mark-1' }
  const sent = await sendPost(app, await tumblrToken(app), { json, files: { s1: one } })
  const files = [one, two].map((bytes) => ({ sha256: sha256(bytes), bytes: bytes.byteLength, width: 108, height: 192 }))
  const [tiktok, tumblr] = await livePosts(app)
  expect(tiktok).toEqual({
    number: 1,
    platform: 'tiktok',
    account: 'sandy',
    blog: null,
    id: expect.stringMatching(/^\d{19}$/),
    publishId,
    becamePublicAt: expect.any(Number),
    title: '5 habits',
    description: 'Every day #calm',
    text: '',
    tags: ['calm'],
    audience: 'everyone',
    files,
    slug: null,
  })
  expect(tiktok?.becamePublicAt).toBeGreaterThanOrEqual(startedAt)
  expect(tumblr).toMatchObject({ platform: 'tumblr', account: 'sandy', blog: 'sandy-studio', id: sent.response?.id, audience: 'self' })
  expect(tumblr).toMatchObject({ number: 2, text: 'Calm', tags: ['a b', 'c'], slug: 'mark-1', files: files.slice(0, 1) })
  expect((await order<{ total: number; posts: { number: number }[] }>(app, '/live?after=1', { method: 'GET' })).posts).toHaveLength(1)
})

test('counts a draft once when it is published, also after it is deleted', async () => {
  const token = await tumblrToken(app)
  const { response } = await sendPost(app, token, { json: { content: [{ type: 'text', text: 'x' }], state: 'draft' } })
  expect(await livePosts(app)).toEqual([])
  for (const state of ['published', 'published', 'draft', 'published'])
    await sendPost(app, token, { json: { state }, method: 'PUT', path: `${BLOG}/${response?.id}`, bare: true })
  expect(await livePosts(app)).toMatchObject([{ id: response?.id, audience: 'everyone' }])
  await order(app, '', { method: 'DELETE' })
  expect(await livePosts(app)).toEqual([])
})

test('counts a private TikTok post for its author', async () => {
  const { url, files: hosted } = await startImageHost()
  hosted.set('a.jpg', await drawn())
  await postPhotos(app, await tiktokToken(app), { urls: [`${url}a.jpg`], info: { privacy_level: 'SELF_ONLY' } })
  await expect.poll(async () => (await livePosts(app)).map(({ audience }) => audience)).toEqual(['self'])
})

test('a reset discards posts in progress', async () => {
  const { url, files: hosted, requested } = await startImageHost()
  hosted.set('a.jpg', await drawn())
  await postPhotos(app, await tiktokToken(app), { urls: [`${url}a.jpg`] })
  await order(app, '', { method: 'DELETE' })
  await expect.poll(() => requested).toEqual(['a.jpg'])
  const { publishId } = await postPhotos(app, await tiktokToken(app), { urls: [`${url}a.jpg`] })
  await expect.poll(async () => (await livePosts(app)).map((post) => post.publishId)).toEqual([publishId])
})

const post = (id: string) => ({
  platform: 'tiktok' as const,
  account: 'sandy',
  blog: null,
  id,
  publishId: null,
  title: '',
  description: '',
  text: '',
  tags: [],
  audience: 'everyone' as const,
  files: [],
  slug: null,
})

describe('the limits', () => {
  test('evict the oldest posts, which still count', () => {
    const live = createLive(createClock(), 2)
    let notifications = 0
    const stop = live.listen(() => (notifications += 1))
    for (const id of ['1', '2', '2', '3']) live.add(post(id))
    expect(live.all().map(({ id, number }) => [id, number])).toEqual([
      ['2', 2],
      ['3', 3],
    ])
    expect([live.total(), notifications]).toEqual([3, 3])
    stop()
    live.add(post('4'))
    expect(notifications).toBe(3)
  })

  test('evict the least recently used files', () => {
    const files = createFiles(10)
    const file = (text: string) => ({ bytes: Buffer.from(text), type: 'image/png' })
    files.keep('a', file('aaaa'))
    files.keep('b', file('bbbb'))
    files.keep('a', file('aaaa'))
    files.keep('c', file('cccc'))
    files.keep('d', file('more than ten'))
    expect(['a', 'b', 'c', 'd'].map((name) => files.find(name)?.bytes.toString())).toEqual(['aaaa', undefined, 'cccc', undefined])
    expect(files.used()).toBe(8)
  })
})

test('finds hashtags in any script', () => {
  expect(hashtagsIn('Save #this', '#grün, #日常 # no')).toEqual(['this', 'grün', '日常'])
})
