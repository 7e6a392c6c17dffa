import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlogPost, FollowedBlogs } from '@ninesixteen/shared/api/blogs'
import { createPlatforms } from '../platforms/registry.ts'
import { companyBlogs } from '../db/schema-companies.ts'
import type { TestApp, TestUser } from '../testing/app.ts'
import { connect } from '../testing/connecting.ts'
import { generate, generateRequest, slidesIn, startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { createBlogs } from './blogs.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  const { url } = sandbox
  app = await startGeneratingApp(sandbox, { platforms: sandboxPlatforms(url) })
  user = await app.buildUser()
})

const followed = (refresh = false) => user.api<FollowedBlogs>('GET', `/blogs/tumblr${refresh ? '?refresh=true' : ''}`)
const posts = async (blog: string, limit = 15) =>
  (await user.api<{ posts: BlogPost[] }>('GET', `/blogs/tumblr/${blog}/posts?limit=${limit}`)).posts
const fail = (...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'tumblr', next })
const calls = async (path: string) => (await sandbox.requests('tumblr')).filter((call) => call.path.includes(path)).length
const older = () => app.services.db.pool.query(`update platform_answers set asked_at = asked_at - interval '1 hour'`)

test('without an account, blogs are empty and the platform is not requested', async () => {
  expect(await followed()).toEqual({ connected: false, reconnect: false, username: null, blogs: [] })
  expect(await posts('any')).toEqual([])
  expect(await sandbox.requests('tumblr')).toEqual([])
})

test('returns the first 20 followed blogs across a short page', async () => {
  const account = await connect(user, 'tumblr')
  const { connected, username, blogs } = await followed()
  expect({ connected, username }).toEqual({ connected: true, username: account.username })
  expect(blogs).toHaveLength(20)
  expect(new Set(blogs.map((blog) => blog.name)).size).toBe(20)
})

describe('blog posts', () => {
  test('return still photos of both post formats as links of this server, with a thumbnail', async () => {
    await connect(user, 'tumblr')
    const { blogs } = await followed()
    const all = (await Promise.all(blogs.slice(0, 10).map((blog) => posts(blog.name)))).flat()
    expect(all.length).toBeGreaterThan(10)
    const photos = all.flatMap((post) => post.photos)
    for (const photo of photos) {
      expect(photo.originalSize.url).toMatch(/^\/api\/pictures\/remote\//)
      expect(photo.thumbnail.width <= 300 || photo.thumbnail.url === photo.originalSize.url).toBe(true)
    }
    const byName = new Map(blogs.map(({ name, title, description }) => [name, [title, description]]))
    for (const post of all) {
      expect(post.type).toBe('photo')
      expect([post.blogTitle, post.blogDescription]).toEqual(byName.get(post.blogName))
    }
    const thumbnail = await user.fetch(photos[0]?.thumbnail.url ?? '')
    expect(thumbnail.status).toBe(200)
    expect(thumbnail.headers.get('content-type')).toMatch(/^image\//)
  })

  test('omit photos from hosts that are not allowed', async () => {
    await connect(user, 'tumblr')
    const blog = (await followed()).blogs[0]?.name ?? ''
    const { config, db, log, connections } = app.services
    const blogs = createBlogs({ db, log, platforms: createPlatforms(config.platforms), tokens: connections.tokens, link: () => null })
    const of = { platform: 'tumblr' as const, blog, limit: 5 }
    expect(await blogs.remotePosts(user.id, of)).toHaveLength(5)
    expect(await blogs.posts(user.id, of, false)).toEqual([])
  })

  test('are empty for an unknown blog', async () => {
    await connect(user, 'tumblr')
    expect(await posts('no-such-blog')).toEqual([])
  })
})

describe('cached platform requests', () => {
  test('are sent once in 15 minutes and once for concurrent readers', async () => {
    await connect(user, 'tumblr')
    const { blogs } = await followed()
    const requestCount = await calls('/user/following')
    await Promise.all([followed(), followed(), followed(true)])
    expect(await calls('/user/following')).toBe(requestCount)
    const blog = blogs[0]?.name ?? ''
    await Promise.all([posts(blog), posts(blog, 12), posts(blog, 10)])
    expect(await calls(`/blog/${blog}/posts`)).toBe(1)
    // Only Refresh requests again, and only after half a minute.
    await app.services.db.pool.query(`update platform_answers set asked_at = asked_at - interval '1 minute'`)
    const of = { platform: 'tumblr' as const, blog, limit: 3 }
    expect(await app.services.connections.blogs.remotePosts(user.id, of)).toHaveLength(3)
    expect(await calls(`/blog/${blog}/posts`)).toBe(1)
    await app.services.connections.blogs.posts(user.id, of, true)
    expect(await calls(`/blog/${blog}/posts`)).toBe(2)
    await older()
    await posts(blog)
    expect(await calls(`/blog/${blog}/posts`)).toBe(3)
  })

  test('fall back to the stale response while the platform fails', async () => {
    await connect(user, 'tumblr')
    const previous = await followed()
    await older()
    await fail({ kind: '429', path: '/user/following' })
    expect(await followed()).toEqual(previous)
    await fail({ kind: '500', path: '/user/following' })
    expect(await followed()).toEqual(previous)
  })

  test('do not treat an outage as a revoked connection', async () => {
    await connect(user, 'tumblr')
    await fail(...Array.from({ length: 5 }, () => ({ kind: '500', path: '/user/following' })))
    const response = await user.call('GET', '/api/v1/blogs/tumblr')
    expect(response).toMatchObject({ status: 503, body: { error: { code: 'PLATFORM_UNREACHABLE' } } })
  })

  test('report a revoked connection', async () => {
    const account = await connect(user, 'tumblr')
    await sandbox.control('/tumblr/revoke', 'POST', { account: 'sandy' })
    expect(await followed()).toEqual({ connected: true, reconnect: true, username: account.username, blogs: [] })
  })

  test('keep the cached response of a revoked connection', async () => {
    await connect(user, 'tumblr')
    const previous = await followed()
    const blog = previous.blogs[0]?.name ?? ''
    const photos = await posts(blog)
    await older()
    await sandbox.control('/tumblr/revoke', 'POST', { account: 'sandy' })
    expect(await followed()).toEqual({ ...previous, reconnect: true })
    expect(await posts(blog)).toEqual(photos)
  })
})

describe('blog photos as backgrounds', () => {
  const backgrounds = async (body: Record<string, unknown>) =>
    slidesIn(await generate(user, generateRequest(body))).map((slide) => slide.backgroundImage)

  test('are imported once each as files of the user', { tags: ['long'] }, async () => {
    await connect(user, 'tumblr')
    const found = await backgrounds({ useTumblrPhotos: true, slideCount: 5 })
    expect(found.length).toBeGreaterThan(2)
    for (const path of found) expect(path).toMatch(new RegExp(`^${user.id}/`))
    const media = await user.api<unknown>('GET', '/media')
    expect(JSON.stringify(media)).not.toContain(found[0])
  })

  test('reuse the file of an imported photo', async () => {
    await connect(user, 'tumblr')
    const chosen = () => app.services.connections.backgrounds(user.id, { companyId: null, count: 2, random: () => 0.5 })
    const previous = await chosen()
    expect(previous).toHaveLength(2)
    expect(await chosen()).toEqual(previous)
  })

  test('prefer the blogs of the company', { tags: ['long'] }, async () => {
    await connect(user, 'tumblr')
    const company = await user.buildCompany()
    const { blogs } = await followed()
    const last = blogs.at(-1)?.name ?? ''
    await app.services.db.asUser(user.id, (tx) =>
      tx.insert(companyBlogs).values({ userId: user.id, companyId: company.id, blogName: last }),
    )
    await backgrounds({ useTumblrPhotos: true, companyId: company.id })
    expect(await calls(`/blog/${last}/posts`)).toBeGreaterThan(0)
    // Ten blogs at most: the company's one, and the first nine of the others.
    const names = new Set((await sandbox.requests('tumblr')).map((call) => /\/blog\/([^/]+)\/posts/.exec(call.path)?.[1]).filter(Boolean))
    expect(names.size).toBe(10)
  })

  test('are not used for a company with three photos of its own if no account is connected', async () => {
    const company = await user.buildCompany()
    const paths: string[] = []
    for (let count = 0; count < 5; count += 1) paths.push((await user.buildPhoto()).filePath)
    const items = await user.api<{ id: string; filePath: string }[]>('GET', '/media')
    const own = items.filter(({ filePath }) => paths.slice(0, 3).includes(filePath))
    await user.api('POST', '/media/link', { ids: own.map(({ id }) => id), companyId: company.id })
    expect(new Set(await backgrounds({ companyId: company.id }))).toEqual(new Set(paths.slice(0, 3)))
    expect(await backgrounds({})).toEqual(expect.arrayContaining(paths))
  })

  test("give way to the user's photos without an account or during an outage", async () => {
    const { filePath } = await user.buildPhoto()
    await user.api('PATCH', '/me/settings', { starterPhotos: false })
    expect(new Set(await backgrounds({ useTumblrPhotos: true }))).toEqual(new Set([filePath]))
    await connect(user, 'tumblr')
    await fail({ kind: '500', path: '/user/following' })
    expect(new Set(await backgrounds({ useTumblrPhotos: true }))).toEqual(new Set([filePath]))
  })
})
