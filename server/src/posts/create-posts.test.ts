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
import { connectAccount, inHours, orderOf, startScheduler, targetOf, type MadePosts } from '../testing/scheduler.ts'

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

const create = (body: object) => user.call<MadePosts & ErrorBody>('POST', '/api/v1/scheduled-posts', body)
const bytesOf = async (url: string) => Buffer.from(await (await user.fetch(url)).arrayBuffer())
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('posts that are scheduled', () => {
  test('are one for each account, with the pictures that the painter draws, in the form that the platform takes', async () => {
    const targets = [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)]
    const { status, body } = await create(orderOf(project, { targets }))
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
        const drawn = app.services.renderer?.renderSlide(slide, slideFiles(app.services), { userId: user.id })
        const expected = post.platform === 'tiktok' ? await drawn?.jpeg() : await drawn?.png()
        expect([stored, sha256(await bytesOf(url))]).toEqual(Array(2).fill(sha256(expected ?? Buffer.alloc(0))))
      }
      expect((await user.fetch(post.thumbnailUrl ?? '')).status).toBe(200)
    }
  })

  test('are rendered in the format that is chosen for each account, and again in another one', async () => {
    const targets = [targetOf('tiktok', tiktok, { format: '1:1' }), targetOf('tumblr', tumblr)]
    const { body } = await create(orderOf(project, { targets }))
    const mediaOf = async (platform: string) => {
      const id = body.posts.find((post) => post.platform === platform)?.id
      return (await user.api<PostDetails>('GET', `/scheduled-posts/${id}`)).media
    }
    expect((await mediaOf('tumblr')).map(({ width, height }) => `${width} ${height}`)).toEqual(['1080 1920', '1080 1920'])
    const [slide] = project.slides
    if (!slide) throw new Error('There is no slide')
    const square = inFormat(slide, '1:1')
    const drawn = await app.services.renderer?.renderSlide(square, slideFiles(app.services), { userId: user.id }).jpeg()
    const [first] = await mediaOf('tiktok')
    expect(first).toMatchObject({ width: 1080, height: 1080, sha256: sha256(drawn ?? Buffer.alloc(0)) })
    const post = body.posts.find(({ platform }) => platform === 'tiktok')
    await user.api('PATCH', `/scheduled-posts/${post?.id}`, { options: { ...post?.options, format: '4:5' } })
    expect(await mediaOf('tiktok')).toMatchObject([
      { width: 1080, height: 1350 },
      { width: 1080, height: 1350 },
    ])
  })

  test('have the texts of the request, or those of their own account', async () => {
    const own = { ...targetOf('tumblr', tumblr), caption: 'for the blog', description: '' }
    const texts = { caption: 'for all', description: '#tea' }
    const { body } = await create(orderOf(project, { targets: [targetOf('tiktok', tiktok), own], ...texts }))
    const said = body.posts.map(({ platform, caption, description }) => [platform, caption, description])
    expect(said).toEqual(
      expect.arrayContaining([
        ['tiktok', 'for all', '#tea'],
        ['tumblr', 'for the blog', ''],
      ]),
    )
    const long = await create(orderOf(project, { targets: [{ ...own, caption: 'x'.repeat(CAPTION_MAX + 1) }] }))
    expect(long.body.error.code).toBe('CAPTION_TOO_LONG')
  })

  test('are made once for one click, however often it arrives', async () => {
    const order = orderOf(project, { targets: [targetOf('tiktok', tiktok), targetOf('tumblr', tumblr)] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(order)))
    const ids = answers.map(({ body }) => body.posts.map(({ id }) => id).toSorted())
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(new Set(ids.map(String)).size).toBe(1)
    expect((await create(order)).body.posts).toHaveLength(2)
    expect((await user.api<{ counts: unknown }>('GET', '/scheduled-posts')).counts).toMatchObject({ total: 2, pending: 2 })
  })
})

describe('the id of a request', () => {
  test('with other content is refused, by whatever it made posts, and nothing more is made', async () => {
    const order = orderOf(project, { targets: [targetOf('tiktok', tiktok)] })
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

  test('with other content is refused also when both arrive at once', async () => {
    const order = orderOf(project, { targets: [targetOf('tiktok', tiktok)] })
    const answers = await Promise.all([create(order), create({ ...order, caption: 'another' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('answers the posts of a server of 0.2.0, which kept nothing of what was asked for', async () => {
    const order = orderOf(project, { targets: [targetOf('tiktok', tiktok)] })
    const { posts } = (await create(order)).body
    await app.services.db.asSystem((tx) => tx.update(scheduledPosts).set({ requestDigest: null }))
    const { status, body } = await create({ ...order, caption: 'another' })
    expect([status, body.posts.map(({ id }) => id)]).toEqual([201, posts.map(({ id }) => id)])
  })
})

describe('what is missing is said in the order of the dialog', () => {
  const messageOf = async (given: object) =>
    (await create(orderOf(project, { targets: [targetOf('tiktok', tiktok)], ...given }))).body.error.message
  const nothing = { targets: [], scheduledTime: undefined, projectId: null }

  test('account, time, slideshow, slides', async () => {
    expect(await messageOf(nothing)).toBe('Please select at least one account')
    expect(await messageOf({ ...nothing, targets: [targetOf('tiktok', tiktok)] })).toBe('Please select a date and time')
    expect(await messageOf({ projectId: null })).toBe('No project selected for scheduling')
    // As a slideshow is of which no slide was written.
    await app.services.db.asUser(user.id, (tx) => tx.delete(slides).where(eq(slides.projectId, project.id)))
    expect(await messageOf({})).toBe('No slides to schedule. Please generate a slideshow first.')
  })

  test('texts, zone, time, version', async () => {
    expect(await messageOf({ caption: 'x'.repeat(CAPTION_MAX + 1) })).toBe('The caption is too long: 151 of at most 150 characters.')
    expect(await messageOf({ description: 'x'.repeat(4001) })).toBe('The description is too long: 4001 of at most 4000 characters.')
    expect(await messageOf({ timeZone: 'Europe/Atlantis' })).toBe('Unknown time zone: Europe/Atlantis.')
    expect(await messageOf({ scheduledTime: inHours(-0.1) })).toMatch('This time is in the past.')
    expect(await messageOf({ scheduledTime: inHours(24 * 800) })).toBe('A post can be scheduled up to two years ahead.')
    expect(await messageOf({ projectVersion: 7 })).toMatch('This slideshow was changed elsewhere')
  })

  test('what the platform wants, with all that is in the way, and nothing is made', async () => {
    const targets = [targetOf('tiktok', tiktok, { audience: undefined, musicConsent: false }), targetOf('tumblr', randomUUID())]
    const { status, body } = await create(orderOf(project, { targets }))
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'POST_REFUSED',
      data: { problems: [{ code: 'options' }, { code: 'options' }, { platform: 'tumblr', code: 'account-gone' }] },
    })
    expect((await user.api<{ counts: unknown }>('GET', '/scheduled-posts')).counts).toMatchObject({ total: 0 })
  })

  test('a draft may still be incomplete', async () => {
    const targets = [targetOf('tiktok', tiktok, { audience: undefined })]
    const { body } = await create(orderOf(project, { targets, scheduledTime: null }))
    expect(body.posts).toMatchObject([{ delivery: 'draft', scheduledTime: null, options: null }])
  })
})

test('a picture that many posts show is stored once', async () => {
  const box = { id: 'box', text: 'same' }
  const same = ['a', 'b'].map((id) => buildSlide('same', { id, textBoxes: [textBoxSchema.parse(box)] }))
  const twice = await user.buildProject({ slides: same })
  for (let at = 0; at < 2; at += 1)
    await create(orderOf(twice, { targets: [targetOf('tiktok', tiktok)], scheduledTime: inHours(24 + at * 48) }))
  const rows = await app.services.db.pool.query<{ path: string }>('select distinct path from post_media where user_id = $1', [user.id])
  expect(rows.rows).toHaveLength(1)
})
