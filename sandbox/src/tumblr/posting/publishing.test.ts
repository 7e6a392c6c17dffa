import { beforeEach, expect, test } from 'vitest'
import { drawn } from '../../testing/images.ts'
import { livePosts, order, tumblrToken } from '../../testing/posting.ts'
import { api, sandbox, type Credentials } from '../testing/calling.ts'
import { sendPost, type Sent } from '../testing/sending.ts'

let app: ReturnType<typeof sandbox>
let token: Credentials
beforeEach(async () => {
  app = sandbox()
  token = await tumblrToken(app)
})
const BLOG = '/v2/blog/sandy-studio'
const image = (identifier: string) => ({ type: 'image', media: [{ type: 'image/jpeg', identifier }], alt_text: 'Slide' })
const words = (text: string) => ({ type: 'text', text })
const send = (sent: Sent) => sendPost(app, token, sent)
const edit = (id: string, json: object, files?: Record<string, Buffer>) =>
  send({ json, method: 'PUT', path: `${BLOG}/posts/${id}`, ...(files && { files }) })
const ids = async (path: string) => (await api(app, path, token)).response.posts.map((post) => post['id_string'])

test('publishes a draft by its state only, unchanged and first in the list', async () => {
  const layout = [{ type: 'rows', display: [{ blocks: [0] }, { blocks: [1] }] }]
  const json = { content: [image('s1'), words('Calm')], layout, state: 'draft', slug: 'mark-1', tags: 'a, b' }
  const draft = (await send({ json, files: { s1: await drawn() } })).response?.id ?? ''
  await order(app, '/clock', { body: { advance: 5 } })
  const later = (await send({ json: { content: [words('Later')] } })).response?.id ?? ''
  await order(app, '/clock', { body: { advance: 5 } })
  for (let time = 0; time < 2; time += 1)
    expect(await edit(draft, { state: 'published' })).toMatchObject({ status: 200, response: { id: draft, state: 'published' } })
  expect(await ids(`${BLOG}/posts?npf=true`)).toEqual([draft, later])
  expect(await ids(`${BLOG}/posts/draft`)).toEqual([])
  const [post] = (await api(app, `${BLOG}/posts?npf=true&limit=1`, token)).response.posts
  expect(post).toMatchObject({ slug: 'mark-1', tags: ['a', 'b'], layout, content: [{ type: 'image', alt_text: 'Slide' }, words('Calm')] })
  expect(post?.['post_url']).toBe(`http://localhost/live/tumblr/${draft}`)
  expect((await livePosts(app)).map(({ id }) => id)).toEqual([later, draft])
})

test('returns posts and drafts to their owner for editing', async () => {
  const json = { content: [image('s1'), words('Calm')], state: 'draft', slug: 'mark-2', tags: 'a' }
  const id = (await send({ json, files: { s1: await drawn() } })).response?.id ?? ''
  const { status, response } = await api(app, `${BLOG}/posts/${id}`, token)
  expect([status, response]).toEqual([200, expect.objectContaining({ id, state: 'draft', slug: 'mark-2', tags: ['a'] })])
  expect((await api(app, `${BLOG}/posts/1`, token)).status).toBe(404)
  expect((await api(app, `${BLOG}/posts/${id}`, await tumblrToken(app, 'mira'))).status).toBe(403)
})

test('lists drafts newest first, in pages and by tag', async () => {
  const createdIds: string[] = []
  for (let at = 0; at < 4; at += 1)
    createdIds.push((await send({ json: { content: [words(`${at}`)], state: 'draft', tags: at % 2 ? 'odd' : '' } })).response?.id ?? '')
  expect(await ids(`${BLOG}/posts/draft`)).toEqual(createdIds.toReversed())
  expect(await ids(`${BLOG}/posts/draft?limit=2&offset=1`)).toEqual([createdIds[2], createdIds[1]])
  expect(await ids(`${BLOG}/posts/draft?tag=odd`)).toEqual([createdIds[3], createdIds[1]])
})

test('a change with blocks replaces the post; it can reuse its images by URL, and no others', async () => {
  const [ownImage, other] = [await drawn(), await drawn('#936')]
  const id =
    (await send({ json: { content: [image('s1'), words('x')], state: 'draft', tags: 'a' }, files: { s1: ownImage } })).response?.id ?? ''
  const elsewhere = (await send({ json: { content: [image('s1')] }, files: { s1: other } })).response?.id ?? ''
  const contentOf = async (path: string) => (await api(app, path, token)).response.posts[0]?.['content'] as object[]
  const [blogImage] = await contentOf(`${BLOG}/posts/draft`)
  const foreign = await contentOf(`${BLOG}/posts?id=${elsewhere}`)
  expect((await edit(id, { content: foreign, state: 'published' })).status).toBe(400)
  const changed = await edit(id, { content: [image('s2'), blogImage], state: 'published' }, { s2: other })
  expect(changed).toMatchObject({ status: 200, response: { state: 'published' } })
  const post = (await api(app, `${BLOG}/posts?id=${id}`, token)).response.posts[0]
  expect(post).toMatchObject({ tags: [], content: [{ type: 'image' }, blogImage] })
  const live = (await livePosts(app)).find((one) => one.id === id)
  expect(live?.files.map(({ bytes }) => bytes)).toEqual([other.byteLength, ownImage.byteLength])
  expect((await edit(id, { state: 'nonsense' })).status).toBe(400)
  expect((await edit('1', { state: 'published' })).status).toBe(404)
})

test('the queue publishes the oldest post first', async () => {
  const [first, second] = [
    await send({ json: { content: [words('1')], state: 'queue' } }),
    await send({ json: { content: [words('2')], state: 'queue' } }),
  ]
  expect(await ids(`${BLOG}/posts/queue`)).toEqual([second.response?.id, first.response?.id])
  expect(await livePosts(app)).toEqual([])
  expect(await order(app, '/tumblr/let-out', { body: { blog: 'sandy-studio' } })).toEqual({ published: [first.response?.id] })
  expect((await livePosts(app)).map(({ id }) => id)).toEqual([first.response?.id])
  expect(await ids(`${BLOG}/posts/queue`)).toEqual([second.response?.id])
})

test('a user posts to each of their blogs, with separate drafts', async () => {
  const path = '/v2/blog/t:sandy-sketches/posts'
  const { status, response } = await send({ json: { content: [words('x')], state: 'draft' }, path })
  expect(status).toBe(201)
  expect(await ids('/v2/blog/sandy-sketches.tumblr.com/posts/draft')).toEqual([response?.id])
  expect(await ids(`${BLOG}/posts/draft`)).toEqual([])
  expect((await send({ json: { state: 'published' }, method: 'PUT', path: `${BLOG}/posts/${response?.id}` })).status).toBe(404)
  const info = async (by: Credentials) => (await api(app, '/v2/blog/sandy-sketches/info', by)).response.blog
  expect(await info(token)).toMatchObject({ title: 'Sketches & Drafts', posts: 0, drafts: 1, queue: 0, primary: false })
  expect(await info(await tumblrToken(app, 'mira'))).not.toHaveProperty('drafts')
})

test('a video is a single block, one per post', async () => {
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(64, 7)])
  const video = (identifier: string) => ({ type: 'video', media: { type: 'video/mp4', identifier } })
  expect((await send({ json: { content: [video('v')] }, files: { v: mp4 } })).status).toBe(201)
  const [post] = (await api(app, `${BLOG}/posts?npf=true`, token)).response.posts
  const url = /"url":"([^"]+)"/.exec(JSON.stringify(post?.['content']))?.[1] ?? ''
  const response = await app.request(new URL(url).pathname)
  expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['video/mp4', mp4])
  expect((await send({ json: { content: [video('v'), video('w')] }, files: { v: mp4, w: mp4 } })).status).toBe(400)
  const asPicture = await send({ json: { content: [image('v')] }, files: { v: mp4 } })
  expect([asPicture.status, asPicture.errors?.[0]?.code]).toEqual([400, 8005])
})

test('a transcoded video gets another id, and blocks further videos until then', async () => {
  await order(app, '/tumblr', { method: 'PATCH', body: { transcodingMs: 60_000 } })
  const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(64, 7)])
  const json = { content: [{ type: 'video', media: { type: 'video/mp4', identifier: 'v' } }], state: 'draft', slug: 'mark-9' }
  const sent = await send({ json, files: { v: video } })
  expect(sent).toMatchObject({ status: 201, response: { state: 'transcoding' } })
  const second = await send({ json, files: { v: video } })
  expect([second.status, second.errors?.[0]?.code]).toEqual([403, 8010])
  expect(await ids(`${BLOG}/posts/draft`)).toEqual([])
  await order(app, '/clock', { body: { advance: 60 } })
  const [post] = (await api(app, `${BLOG}/posts/draft`, token)).response.posts
  expect(post).toMatchObject({ slug: 'mark-9', state: 'draft' })
  expect(post?.['id_string']).not.toBe(sent.response?.id)
  expect((await edit(sent.response?.id ?? '', { state: 'published' })).status).toBe(404)
})
