import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { api, connect, control, sandbox, signed, type Credentials } from '../testing/calling.ts'
import { sendPost, type Sent } from '../testing/sending.ts'
import { readParts } from './multipart.ts'

let app: ReturnType<typeof sandbox>
let token: Credentials
beforeEach(async () => {
  app = sandbox()
  token = await connect(app)
})

const BLOG = '/v2/blog/sandy-studio.tumblr.com'
const blogImage = (format: 'jpeg' | 'png' | 'tiff' = 'jpeg') =>
  sharp({ create: { width: 108, height: 192, channels: 3, background: '#369' } })
    .toFormat(format)
    .toBuffer()
const image = (identifier: string) => ({
  type: 'image',
  media: [{ type: 'image/jpeg', identifier, width: 108, height: 192 }],
  alt_text: 'Slide',
})
const words = { type: 'text', text: '5 habits of calm people' }

const send = (sent: Sent) => sendPost(app, token, sent)

interface Posted {
  id: string
  blog: string
  state: string
  publicAt: number | null
  tags: string[]
  pictures: { sha256: string }[]
}
const posted = async () => ((await (await app.request('/_control/tumblr/posts')).json()) as { posts: Posted[] }).posts

test('lists a post of blocks and files, and serves its images', async () => {
  const [one, two] = [await blogImage(), await blogImage('png')]
  const layout = [{ type: 'rows', display: [{ blocks: [0, 1] }, { blocks: [2] }] }]
  const json = {
    content: [image('s1'), { type: 'image', media: { identifier: 's2' } }, words],
    layout,
    state: 'published',
    tags: 'habits, calm',
  }
  const answer = await send({ json, files: { s1: one, s2: two } })
  expect([answer.status, answer.response]).toEqual([
    201,
    { id: expect.stringMatching(/^\d{18}$/), state: 'published', display_text: 'Posted to sandy-studio' },
  ])
  const { response } = await api(app, `${BLOG}/posts?npf=true&limit=5`, token)
  expect(response.posts).toHaveLength(1)
  const [post] = response.posts
  expect(post).toMatchObject({
    id_string: answer.response?.id,
    tags: ['habits', 'calm'],
    layout,
    content: [{ type: 'image', alt_text: 'Slide' }, { type: 'image' }, words],
  })
  const urls = [...JSON.stringify(post).matchAll(/"url":"http:\/\/localhost(\/tumblr-media\/own\/[0-9a-f]+)"/g)].map(
    ([, path = '']) => path,
  )
  const images = await Promise.all(urls.map(async (path) => Buffer.from(await (await app.request(path)).arrayBuffer())))
  expect(images).toEqual([one, two])
  expect((await posted()).map(({ pictures: imageFiles }) => imageFiles.map(({ sha256 }) => sha256))).toEqual([
    [one, two].map((bytes) => createHash('sha256').update(bytes).digest('hex')),
  ])
})

test('a draft is visible to its owner only, and keeps its id and images when published', async () => {
  const draft = await send({ json: { content: [image('s1')], state: 'draft', slug: 'marker-1' }, files: { s1: await blogImage() } })
  const id = draft.response?.id ?? ''
  expect((await api(app, `${BLOG}/posts?npf=true`, token)).response.posts).toEqual([])
  const { response } = await api(app, `${BLOG}/posts/draft?npf=true`, token)
  expect(response.posts).toMatchObject([{ id_string: id, slug: 'marker-1', state: 'draft' }])
  expect((await api(app, `${BLOG}/posts/draft`, await connect(app, 'mira'))).status).toBe(403)
  const content = response.posts[0]?.['content']
  for (let time = 0; time < 2; time += 1) {
    const published = await send({ json: { content, state: 'published' }, method: 'PUT', path: `${BLOG}/posts/${id}` })
    expect([published.status, published.response]).toEqual([200, { id, state: 'published' }])
  }
  expect(await posted()).toEqual([expect.objectContaining({ id, state: 'published', publicAt: expect.any(Number) })])
  expect((await api(app, `${BLOG}/posts?npf=true&id=${id}`, token)).response.posts).toMatchObject([{ content }])
})

test('creates a post although the response is lost', async () => {
  await control(app, '/faults', { provider: 'tumblr', next: [{ kind: 'gateway', path: '/posts' }] })
  const reply = await signed(app, `${BLOG}/posts`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: [words] }),
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([504, 'text/html'])
  expect(await posted()).toHaveLength(1)
})

test('deletes a post by its id', async () => {
  const { response } = await send({ json: { content: [words] } })
  const remove = (id: string) =>
    signed(app, `${BLOG}/post/delete`, {
      method: 'POST',
      token,
      data: { id },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `id=${id}`,
    })
  expect((await remove(response?.id ?? '')).status).toBe(200)
  expect((await remove(response?.id ?? '')).status).toBe(404)
  expect(await posted()).toEqual([])
})

describe('createPost rejects', () => {
  const two = { content: [image('s1'), words] }
  test.each([
    ['no blocks', { json: { content: [] } }, 400, 8001],
    ['content that is no list', { json: { content: 'x' } }, 400, 8001],
    ['a text of 4097', { json: { content: [{ type: 'text', text: 'x'.repeat(4097) }] } }, 400, 8001],
    ['a block that is not known', { json: { content: [{ type: 'poll' }] } }, 400, 8001],
    ['a picture without its part', { json: two }, 400, 8001],
    ['a part without its picture', { json: { content: [words] }, files: { s1: 'jpeg' } }, 400, 8001],
    [
      'a layout that leaves a block out',
      { json: { ...two, layout: [{ type: 'rows', display: [{ blocks: [0] }] }] }, files: { s1: 'jpeg' } },
      400,
      8001,
    ],
    [
      'text beside a picture',
      { json: { ...two, layout: [{ type: 'rows', display: [{ blocks: [0, 1] }] }] }, files: { s1: 'jpeg' } },
      400,
      8001,
    ],
    ['a carousel', { json: { ...two, layout: [{ type: 'carousel' }] }, files: { s1: 'jpeg' } }, 403, 0],
    ['a picture of another kind', { json: two, files: { s1: 'tiff' } }, 400, 8005],
    ['a field in place of a file', { json: two, files: { s1: 'jpeg' }, bare: true }, 400, 8005],
    ['the blog of another user', { json: { content: [words] }, path: '/v2/blog/mira-bakes/posts' }, 403, 0],
  ] as [string, Omit<Sent, 'files'> & { files?: Record<string, 'jpeg' | 'tiff'> }, number, number][])(
    '%s',
    async (_what, request, status, code) => {
      const files = Object.fromEntries(
        await Promise.all(Object.entries(request.files ?? {}).map(async ([name, format]) => [name, await blogImage(format)] as const)),
      )
      const response = await send({ ...request, files })
      expect([response.status, response.errors?.[0]?.code]).toEqual([status, code])
      expect(await posted()).toEqual([])
    },
  )

  test('31 images, and more than 250 a day', async () => {
    const bytes = await blogImage()
    const names = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`)
    const many = (count: number) =>
      send({ json: { content: names(count).map(image) }, files: Object.fromEntries(names(count).map((name) => [name, bytes])) })
    expect((await many(31)).status).toBe(400)
    for (let post = 0; post < 8; post += 1) expect((await many(30)).status).toBe(201)
    const rejected = await many(11)
    expect([rejected.status, rejected.errors?.[0]?.code]).toEqual([403, 8004])
    expect((await many(10)).status).toBe(201)
    await control(app, '/clock', { advance: 86_401 })
    expect((await many(30)).status).toBe(201)
  })
})

test.each([
  ['no boundary', 'multipart/form-data', '--b\r\n\r\n'],
  ['another type', 'text/plain; boundary=b', '--b--'],
  ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
  ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
  ['a part without headers', 'multipart/form-data; boundary=b', '--b\r\nx\r\n--b--'],
])('rejects a form with %s', (_what, type, body) => {
  expect(readParts(Buffer.from(body), type)).toBeNull()
})

test('accepts a form of another library', async () => {
  const form = new FormData()
  form.set('json', new File(['{"a":1}'], 'json', { type: 'application/json' }))
  form.set('s1', new File([new Uint8Array([13, 10, 45, 45, 0])], 'ä.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://x/', { method: 'POST', body: form })
  const parts = readParts(Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '')
  expect(parts?.map(({ name, filename, type, bytes }) => [name, filename, type, [...bytes].length])).toEqual([
    ['json', 'json', 'application/json', 7],
    ['s1', 'ä.jpg', 'image/jpeg', 5],
  ])
})
