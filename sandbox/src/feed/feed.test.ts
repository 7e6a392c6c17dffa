import { beforeEach, describe, expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { drawn, startImageHost } from '../testing/images.ts'
import { livePosts, order, postPhotos, tiktokToken, tumblrToken } from '../testing/posting.ts'
import { sendPost } from '../tumblr/testing/sending.ts'
import type { FeedPost } from './post.ts'

let app: ReturnType<typeof createSandbox>
beforeEach(() => {
  app = createSandbox({ seed: '', fast: true })
})
const json = async <T>(path: string) => (await (await app.request(path)).json()) as T
const feed = (query = '') => json<{ posts: FeedPost[]; before: number | null }>(`/feed/posts${query}`)
const words = (text: string) => ({ type: 'text', text })
const image = (identifier: string, alt_text: string) => ({ type: 'image', media: [{ type: 'image/jpeg', identifier }], alt_text })

async function photos(info: object = {}): Promise<string> {
  const { url, files } = await startImageHost()
  files.set('a.jpg', await drawn()).set('b.jpg', await drawn('#963'))
  const countBefore = (await livePosts(app)).length
  const { publishId } = await postPhotos(app, await tiktokToken(app), { urls: [`${url}a.jpg`, `${url}b.jpg`], info })
  await expect.poll(async () => (await livePosts(app)).length).toBe(countBefore + 1)
  return publishId
}

test('shows a TikTok post with its images, texts, audience and disclosure', async () => {
  const publishId = await photos({
    disable_comment: true,
    brand_organic_toggle: true,
    auto_add_music: true,
    privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
  })
  const { posts, before: countBefore } = await feed()
  const id = posts[0]?.id
  expect([posts.length, countBefore]).toEqual([1, null])
  expect(posts[0]).toMatchObject({
    platform: 'tiktok',
    path: `/live/tiktok/${id}`,
    state: 'out',
    account: { name: 'Sandy Creator', handle: '@sandy.creates', avatar: '/tiktok/avatar/sandy.webp' },
    title: '5 habits',
    description: 'Every day #calm',
    tags: ['calm'],
    audience: 'friends',
    comments: false,
    disclosure: 'Promotional content',
    notes: ['Music added by TikTok'],
    publishId,
  })
  const [part] = posts[0]?.parts ?? []
  const files = part?.kind === 'pages' ? part.files : []
  expect(files.map(({ width, height, type }) => [width, height, type])).toEqual(Array.from({ length: 2 }, () => [108, 192, 'image/jpeg']))
  const response = await app.request(files[0]?.url ?? '')
  expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['image/jpeg', await drawn()])
  expect((await app.request(posts[0]?.account.avatar ?? '')).status).toBe(200)
  // A private post has no public id, so it is looked up by the id of its start.
  for (const by of [id, publishId]) expect((await json<{ post: FeedPost }>(`/feed/posts/tiktok/${by}`)).post.id).toBe(id)
  await order(app, '/tiktok/remove-post', { body: { id } })
  expect((await feed()).posts).toEqual([])
})

test('shows a Tumblr post in its layout', async () => {
  const [one, two] = [await drawn(), await drawn('#963')]
  const body = {
    content: [image('a', 'First'), image('b', 'Second'), image('c', ''), { ...words('Calm'), subtype: 'heading1' }, words('people')],
    layout: [{ type: 'rows', display: [{ blocks: [2] }, { blocks: [0, 1] }, { blocks: [3] }, { blocks: [4] }] }],
    state: 'private',
    tags: 'a b',
    slug: 'mark',
  }
  await sendPost(app, await tumblrToken(app), { json: body, files: { a: one, b: two, c: one } })
  const [post] = (await feed('?platform=tumblr')).posts
  expect(post).toMatchObject({
    state: 'out',
    audience: 'self',
    tags: ['a b'],
    slug: 'mark',
    account: { name: 'Sandy Studio', handle: 'sandy-studio.tumblr.com' },
  })
  expect(
    post?.parts.map((part) =>
      part.kind === 'row' ? part.files.map(({ alt }) => alt) : part.kind === 'text' && [part.text, part.isHeading],
    ),
  ).toEqual([[''], ['First', 'Second'], ['Calm', true], ['people', false]])
  expect((await app.request(post?.account.avatar ?? '')).status).toBe(200)
  expect((await feed('?platform=tiktok')).posts).toEqual([])
})

test('lists drafts, queued posts and inbox posts separately', async () => {
  const token = await tumblrToken(app)
  for (const state of ['draft', 'queue']) await sendPost(app, token, { json: { content: [words(state)], state } })
  expect((await feed()).posts).toEqual([])
  expect((await feed('?shelf=waiting')).posts.map(({ state }) => state).toSorted()).toEqual(['draft', 'queue'])
  expect(await json('/feed/state')).toMatchObject({ out: { tiktok: 0, tumblr: 0 }, waiting: 2, chaos: { on: false } })
})

test.each([
  ['another name', {}, 'http://sandbox.example.com'],
  ['an address for everybody', { browserUrl: 'https://sandbox.example.com' }, 'http://127.0.0.1:4010'],
])('under %s shows public posts only', async (_how, options, origin) => {
  app = createSandbox({ seed: '', fast: true, ...options })
  const token = await tumblrToken(app)
  const sent = [await sendPost(app, token, { json: { content: [words('all')] } })]
  for (const state of ['private', 'draft']) sent.push(await sendPost(app, token, { json: { content: [words(state)], state } }))
  const requestJson = async <T>(path: string) => (await (await app.request(origin + path)).json()) as T
  const ids = async (query: string) => (await requestJson<{ posts: FeedPost[] }>(`/feed/posts${query}`)).posts.map(({ id }) => id)
  expect(await ids('')).toEqual([sent[0]?.response?.id])
  expect(await ids('?shelf=waiting')).toEqual([])
  expect(await requestJson('/feed/state')).toMatchObject({ isNear: false, out: { tumblr: 1 }, waiting: 0 })
  const pages = await Promise.all(sent.map(async ({ response }) => (await app.request(`${origin}/live/tumblr/${response?.id}`)).status))
  expect(pages).toEqual([200, 404, 404])
  expect(await requestJson(`/feed/posts/tumblr/${sent[1]?.response?.id}`)).toEqual({ post: null })
})

test('pages posts from newest to oldest', async () => {
  const token = await tumblrToken(app)
  for (let at = 1; at <= 35; at += 1) await sendPost(app, token, { json: { content: [words(`${at}`)] } })
  const texts = (posts: FeedPost[]) => posts.map(({ parts: [part] }) => part?.kind === 'text' && part.text)
  const first = await feed()
  const second = await feed(`?before=${first.before}`)
  expect([...texts(first.posts), ...texts(second.posts)]).toEqual(Array.from({ length: 35 }, (_, at) => `${35 - at}`))
  expect([first.posts.length, second.before]).toEqual([30, null])
  expect((await app.request('/feed/posts?before=x')).status).toBe(400)
})

describe('the feed page', () => {
  test('links each post, and loads nothing from other sites', async () => {
    await photos()
    const [post] = (await feed()).posts
    for (const [path, status] of [
      ['/', 200],
      [post?.path ?? '', 200],
      ['/live/tiktok/1', 404],
      ['/live/elsewhere/1', 404],
    ] as const) {
      const reply = await app.request(path)
      expect([path, reply.status]).toEqual([path, status])
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toMatch(/unsafe|https?:/)
      const html = await reply.text()
      expect(html.replaceAll('http://www.w3.org', '')).not.toMatch(/https?:|\sstyle=|<style|<script(?! type="module" src="\/feed\/)/)
    }
  })

  test('consists of files with correct types', async () => {
    const html = await (await app.request('/')).text()
    const listed = [...html.matchAll(/(?:href|src)="(\/feed\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    const script = await (await app.request('/feed/assets/feed.js')).text()
    const imported = [...script.matchAll(/from '\.\/([^']+)'/g)].map(([, name = '']) => `/feed/assets/${name}`)
    const styles = await (await app.request('/feed/assets/feed.css')).text()
    const fonts = [...styles.matchAll(/url\('([^']+)'\)/g)].map(([, path = '']) => path)
    expect([listed.length, imported.length, fonts.length]).toEqual([3, 4, 2])
    for (const path of [...listed, ...imported, ...fonts]) {
      const reply = await app.request(path)
      const type = { css: 'text/css', js: 'text/javascript', woff2: 'font/woff2' }[path.split('.').at(-1) ?? ''] ?? ''
      expect([path, reply.status, reply.headers.get('content-type')?.startsWith(type)]).toEqual([path, 200, true])
    }
    for (const name of ['feed.html', 'page.ts', '..%2Fpage.ts', '%2e%2e%2froutes.ts'])
      expect((await app.request(`/feed/assets/${name}`)).status).toBe(404)
  })

  test('escapes all texts', async () => {
    for (const name of ['feed.js', 'post.js', 'parts.js', 'pages.js', 'received.js', 'elements.js'])
      expect(await (await app.request(`/feed/assets/${name}`)).text()).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/,
      )
  })

  test('is notified of changes', async () => {
    const reader = (await app.request('/feed/events')).body?.getReader()
    const next = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await next()).toContain('retry')
    await sendPost(app, await tumblrToken(app), { json: { content: [words('x')], state: 'draft' } })
    expect(await next()).toBe('event: changed\ndata: {}\n\n')
    await reader?.cancel()
    await sendPost(app, await tumblrToken(app), { json: { content: [words('y')] } })
  })
})

describe('a file of the feed', () => {
  test.each([
    [undefined, 200, null, 0, 1000],
    ['bytes=0-', 206, 'bytes 0-999/1000', 0, 1000],
    ['bytes=10-19', 206, 'bytes 10-19/1000', 10, 20],
    ['bytes=-100', 206, 'bytes 900-999/1000', 900, 1000],
    ['bytes=990-5000', 206, 'bytes 990-999/1000', 990, 1000],
    ['bytes=1000-', 416, 'bytes */1000', 0, 0],
    ['bytes=-', 416, 'bytes */1000', 0, 0],
    ['bytes=0-1,5-6', 416, 'bytes */1000', 0, 0],
  ])('requested by %s responds with %i', async (range, status, contentRange, from, to) => {
    const bytes = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypisom', 'latin1'),
      Buffer.from(Array.from({ length: 988 }, (_, at) => at % 251)),
    ])
    const video = { type: 'video', media: { type: 'video/mp4', identifier: 'v' } }
    await sendPost(app, await tumblrToken(app), { json: { content: [video] }, files: { v: bytes } })
    const [part] = (await feed()).posts[0]?.parts ?? []
    const reply = await app.request(part?.kind === 'video' ? (part.file.url ?? '') : '', range ? { headers: { range } } : {})
    expect([reply.status, reply.headers.get('content-range')]).toEqual([status, contentRange])
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes.subarray(from, to))
    expect(reply.headers.get('content-security-policy') ?? 'none kept').toMatch(/default-src 'none'|none kept/)
  })

  test('that was evicted returns 404', async () => {
    expect((await app.request(`/feed/files/${'0'.repeat(64)}`)).status).toBe(404)
  })
})
