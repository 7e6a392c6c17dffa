import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { CAPTION_MAX } from '@ninesixteen/shared/api/limits'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { textBoxSchema } from '@ninesixteen/shared/slide/model'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { slides } from '../db/schema-projects.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { slideFiles } from '../rendering/slide-files.ts'
import { connectAccount, inHours, postRequest, startScheduler, targetOf, type CreatedPosts } from '../testing/scheduler.ts'

let app: TestApp
let user: TestUser
let project: Project
let tiktok: string
let tumblr: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  project = await user.buildProject()
  tiktok = await connectAccount(app, user, { platform: 'tiktok' })
  tumblr = await connectAccount(app, user, { platform: 'tumblr' })
})

const create = (body: object) => user.call<CreatedPosts & ErrorBody>('POST', '/api/v1/scheduled-posts', body)
const bytesOf = async (url: string) => Buffer.from(await (await user.fetch(url)).arrayBuffer())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('POST /scheduled-posts', () => {
  test('creates one post per account with rendered slides in the format of its platform', async () => {
    const targets = [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)]
    const { status, body } = await create(postRequest(project, { targets }))
    expect(status).toBe(201)
    expect(body.posts.map(({ platform, status: state, delivery, pictures }) => ({ platform, state, delivery, pictures }))).toEqual(
      expect.arrayContaining([
        { platform: 'tiktok', state: 'pending', delivery: 'waiting', pictures: 2 },
        { platform: 'tumblr', state: 'pending', delivery: 'waiting', pictures: 2 },
      ]),
    )
    for (const post of body.posts) {
      const { media, history } = await user.api<PostDetails>('GET', `/scheduled-posts/${post.id}`)
      expect(history.map(({ kind }) => kind)).toEqual(['scheduled'])
      expect(media.map(({ mimeType }) => mimeType)).toEqual(Array(2).fill(post.platform === 'tiktok' ? 'image/jpeg' : 'image/png'))
      for (const { position, url, sha256: stored } of media) {
        const slide = project.slides[position]
        if (!slide) throw new Error('There is no such slide')
        const rendered = app.services.renderer?.renderSlide(slide, slideFiles(app.services), { userId: user.id })
        const expected = post.platform === 'tiktok' ? await rendered?.jpeg() : await rendered?.png()
        expect([stored, sha256(await bytesOf(url))]).toEqual(Array(2).fill(sha256(expected ?? Buffer.alloc(0))))
      }
      expect((await user.fetch(post.thumbnailUrl ?? '')).status).toBe(200)
    }
  })

  test('renders each account’s slides in its chosen aspect ratio, and again when the user changes it', async () => {
    const targets = [targetOf('tiktok', tiktok, { format: '1:1' }), targetOf('tumblr', tumblr)]
    const { body } = await create(postRequest(project, { targets }))
    const mediaOf = async (platform: string) => {
      const id = body.posts.find((post) => post.platform === platform)?.id
      return (await user.api<PostDetails>('GET', `/scheduled-posts/${id}`)).media
    }
    expect((await mediaOf('tumblr')).map(({ width, height }) => `${width} ${height}`)).toEqual(['1080 1920', '1080 1920'])
    const [slide] = project.slides
    if (!slide) throw new Error('There is no slide')
    const square = inFormat(slide, '1:1')
    const rendered = await app.services.renderer?.renderSlide(square, slideFiles(app.services), { userId: user.id }).jpeg()
    const [first] = await mediaOf('tiktok')
    expect(first).toMatchObject({ width: 1080, height: 1080, sha256: sha256(rendered ?? Buffer.alloc(0)) })
    const post = body.posts.find(({ platform }) => platform === 'tiktok')
    await user.api('PATCH', `/scheduled-posts/${post?.id}`, { options: { ...post?.options, format: '4:5' } })
    expect(await mediaOf('tiktok')).toMatchObject([
      { width: 1080, height: 1350 },
      { width: 1080, height: 1350 },
    ])
  })

  test('returns before the images are rendered when they are many', async () => {
    const large = await user.buildProject({ slides: Array.from({ length: 21 }, (_, index) => buildSlide(`Slide ${index}`)) })
    const { body } = await create(postRequest(large, { targets: [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)] }))
    expect(body.posts.map(({ detail, pictures }) => [detail, pictures])).toEqual([
      ['Making the pictures.', 0],
      ['Making the pictures.', 0],
    ])
    const fewer = await create(postRequest(large, { targets: [targetOf('tiktok', tiktok)] }))
    expect(fewer.body.posts).toMatchObject([{ detail: null, pictures: 21 }])
  })

  test('uses the texts of the account, or else those of the request', async () => {
    const blogTarget = { ...targetOf('tumblr', tumblr), caption: 'for the blog', description: '' }
    const texts = { caption: 'for all', description: '#tea' }
    const { body } = await create(postRequest(project, { targets: [targetOf('tiktok', tiktok), blogTarget], ...texts }))
    const postTexts = body.posts.map(({ platform, caption, description }) => [platform, caption, description])
    expect(postTexts).toEqual(
      expect.arrayContaining([
        ['tiktok', 'for all', '#tea'],
        ['tumblr', 'for the blog', ''],
      ]),
    )
    const long = await create(postRequest(project, { targets: [{ ...blogTarget, caption: 'x'.repeat(CAPTION_MAX + 1) }] }))
    expect(long.body.error.code).toBe('CAPTION_TOO_LONG')
  })

  test('creates posts once per request id, also for concurrent requests', async () => {
    const order = postRequest(project, { targets: [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)] })
    const responses = await Promise.all(Array.from({ length: 5 }, () => create(order)))
    const ids = responses.map(({ body }) => body.posts.map(({ id }) => id).toSorted())
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(new Set(ids.map(String)).size).toBe(1)
    const { posts } = (await create(order)).body
    expect(posts).toHaveLength(2)
    expect(new Set(posts.map(({ groupId }) => groupId)), 'they are one group').toEqual(new Set([order.requestId]))
    expect((await user.api<{ counts: unknown }>('GET', '/scheduled-posts')).counts).toMatchObject({ total: 2, pending: 2 })
  })
})

describe('a request id', () => {
  test('is rejected with other content, also by other endpoints, and creates nothing', async () => {
    const order = postRequest(project, { targets: [targetOf('tiktok', tiktok)] })
    const { posts } = (await create(order)).body
    for (const other of [{ caption: 'another' }, { scheduledTime: inHours(30) }, { targets: [targetOf('tumblr', tumblr)] }]) {
      const { status, body } = await create({ ...order, ...other })
      expect([status, body.error.code]).toEqual([409, 'REQUEST_REUSED'])
    }
    const copy = { requestId: order.requestId, targets: [targetOf('tumblr', tumblr)], scheduledTime: null, timeZone: 'UTC' }
    const copied = await user.call<ErrorBody>('POST', `/api/v1/scheduled-posts/${posts[0]?.id}/duplicate`, copy)
    expect([copied.status, copied.body.error.code]).toEqual([409, 'REQUEST_REUSED'])
    expect((await create(order)).body.posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id))
    expect((await user.api<{ counts: unknown }>('GET', '/scheduled-posts')).counts).toMatchObject({ total: 1 })
  })

  test('is rejected with other content also when both requests arrive at once', async () => {
    const order = postRequest(project, { targets: [targetOf('tiktok', tiktok)] })
    const responses = await Promise.all([create(order), create({ ...order, caption: 'another' })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('returns the existing posts of version 0.2.0, which stored no digest', async () => {
    const order = postRequest(project, { targets: [targetOf('tiktok', tiktok)] })
    const { posts } = (await create(order)).body
    await app.services.db.asSystem((tx) => tx.update(scheduledPosts).set({ requestDigest: null }))
    const { status, body } = await create({ ...order, caption: 'another' })
    expect([status, body.posts.map(({ id }) => id)]).toEqual([201, posts.map(({ id }) => id)])
  })
})

describe('validation of POST /scheduled-posts', () => {
  const messageOf = async (overrides: object) =>
    (await create(postRequest(project, { targets: [targetOf('tiktok', tiktok)], ...overrides }))).body.error.message
  const incomplete = { targets: [], scheduledTime: undefined, projectId: null }

  test('asks for the account, time, slideshow and slides in this order', async () => {
    expect(await messageOf(incomplete)).toBe('Please select at least one account')
    expect(await messageOf({ ...incomplete, targets: [targetOf('tiktok', tiktok)] })).toBe('Please select a date and time')
    expect(await messageOf({ projectId: null })).toBe('No project selected for scheduling')
    // A slideshow has no slides until its first one is generated.
    await app.services.db.asUser(user.id, (tx) => tx.delete(slides).where(eq(slides.projectId, project.id)))
    expect(await messageOf({})).toBe('No slides to schedule. Please generate a slideshow first.')
  })

  test('rejects invalid texts, time zones, times and versions', async () => {
    expect(await messageOf({ caption: 'x'.repeat(CAPTION_MAX + 1) })).toBe('The caption is too long: 151 of at most 150 characters.')
    expect(await messageOf({ description: 'x'.repeat(4001) })).toBe('The description is too long: 4001 of at most 4000 characters.')
    expect(await messageOf({ timeZone: 'Europe/Atlantis' })).toBe('Unknown time zone: Europe/Atlantis.')
    expect(await messageOf({ scheduledTime: inHours(-0.1) })).toMatch('This time is in the past.')
    expect(await messageOf({ scheduledTime: inHours(24 * 800) })).toBe('A post can be scheduled up to two years ahead.')
    expect(await messageOf({ projectVersion: 7 })).toMatch('This slideshow was changed elsewhere')
  })

  test('returns all problems of the platforms and creates nothing', async () => {
    const targets = [targetOf('tiktok', tiktok, { audience: undefined, musicConsent: false }), targetOf('tumblr', randomUUID())]
    const { status, body } = await create(postRequest(project, { targets }))
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'POST_REFUSED',
      data: { problems: [{ code: 'options' }, { code: 'options' }, { platform: 'tumblr', code: 'account-gone' }] },
    })
    expect((await user.api<{ counts: unknown }>('GET', '/scheduled-posts')).counts).toMatchObject({ total: 0 })
  })

  test('accepts an incomplete draft', async () => {
    const targets = [targetOf('tiktok', tiktok, { audience: undefined })]
    const { body } = await create(postRequest(project, { targets, scheduledTime: null }))
    expect(body.posts).toMatchObject([{ delivery: 'draft', scheduledTime: null, options: null }])
  })
})

test('stores a slide that several posts share once', async () => {
  const box = { id: 'box', text: 'same' }
  const identicalSlides = ['a', 'b'].map((id) => buildSlide('same', { id, textBoxes: [textBoxSchema.parse(box)] }))
  const sharedProject = await user.buildProject({ slides: identicalSlides })
  for (let at = 0; at < 2; at += 1)
    await create(postRequest(sharedProject, { targets: [targetOf('tiktok', tiktok)], scheduledTime: inHours(24 + at * 48) }))
  const rows = await app.services.db.pool.query<{ path: string }>('select distinct path from post_media where user_id = $1', [user.id])
  expect(rows.rows).toHaveLength(1)
})
