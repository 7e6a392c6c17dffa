import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BlogPost } from '@ninesixteen/shared/api/blogs'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { REMOTE_IMPORT_PATH } from '@ninesixteen/shared/api/remote-photos'
import type { TestApp, TestUser } from '../../testing/app.ts'
import { connect, startConnectingApp } from '../../testing/connecting.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

/** An image's way from a followed blog into a slide, through the sandbox's API and its media host. */
let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
  user = await app.buildUser()
  await connect(user, 'tumblr')
})

const postsOf = async (blog: string) => (await user.api<{ posts: BlogPost[] }>('GET', `/blogs/tumblr/${blog}/posts?limit=15`)).posts

test('serves every thumbnail of a blog, small and without animation', async () => {
  const posts = await postsOf('house-plants-daily')
  const photos = posts.flatMap((post) => post.photos)
  expect(photos.length).toBeGreaterThan(10)
  expect(JSON.stringify(posts)).not.toContain(sandbox.url)
  for (const { thumbnail } of photos) {
    const reply = await user.fetch(thumbnail.url)
    const { width, height, pages } = await sharp(await reply.arrayBuffer()).metadata()
    expect([reply.status, width, height, pages ?? 1]).toEqual([200, thumbnail.width, thumbnail.height, 1])
    expect(width).toBeLessThanOrEqual(300)
  }
})

test('an imported original belongs to the user and outlives its host', async () => {
  const [photo] = (await postsOf('calm-photos')).flatMap((post) => post.photos)
  const link = photo?.originalSize.url ?? ''
  const body = { purpose: 'media', id: randomUUID(), link, filename: 'calm-photos.jpg' }
  const { status, body: file } = await user.call<UploadedFile>('POST', REMOTE_IMPORT_PATH, body)
  expect([status, file.width, file.height]).toEqual([201, photo?.originalSize.width, photo?.originalSize.height])
  await sandbox.control('/faults', 'POST', { provider: 'tumblr-media', next: [{ kind: 'dropped' }] })
  const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [file.filePath], variant: 'thumbnail' })
  expect((await fetch(app.url + url)).status).toBe(200)
  expect((await user.fetch(link)).status).toBe(502)
})

test.each(['500', 'html', 'dropped', 'cut'])('a failing media host (%s) only leaves its image missing', async (kind) => {
  const [photo] = (await postsOf('calm-photos')).flatMap((post) => post.photos)
  await sandbox.control('/faults', 'POST', { provider: 'tumblr-media', next: [{ kind }] })
  const reply = await user.fetch(photo?.thumbnail.url ?? '')
  expect([415, 502]).toContain(reply.status)
  expect(reply.headers.get('content-type')).toBe('application/json')
})
