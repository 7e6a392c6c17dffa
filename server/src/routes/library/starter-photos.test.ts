import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '@ninesixteen/shared/api/account'
import type { FileVariant, MediaOverview } from '@ninesixteen/shared/api/media'
import type { Project, ProjectSummary } from '@ninesixteen/shared/api/projects'
import type { PostDetails, PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { STARTER_CANDIDATES, startersFor } from '@ninesixteen/shared/photos/starter-tags'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import { createRenderer } from '../../rendering/renderer.ts'
import { isFileKey } from '../../storage/store/storage-key.ts'
import { collectUnused } from '../../storage/sweep/collect-unused.ts'
import { sweepFiles } from '../../storage/sweep/sweep.ts'
import { buildSlide, Caller, startTestApp, type TestUser } from '../../testing/app.ts'
import { generate, generateRequest, slidesIn, startGeneratingApp } from '../../testing/generation.ts'
import { connectAccount, postRequest, startScheduler, targetOf, type CreatedPosts } from '../../testing/scheduler.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

const STARTER_BACKGROUNDS = STARTER_CANDIDATES.map(({ path }) => path)
const DUNES = 'starter/dunes.jpg'
const ASSETS = resolve(import.meta.dirname, '../../../../shared/generated/painter')
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

const urlsOf = (user: TestUser, paths: string[], variant: FileVariant) =>
  user.api<(string | null)[]>('POST', '/files/urls', { paths, variant })

async function read(url: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const response = await fetch(url)
  return { status: response.status, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

const STORES = { 'a folder': async () => ({}), S3: async () => ({ storageUrl: s3Url(await startS3Server()) }) }

describe.each(Object.entries(STORES))('starter photos next to %s', (_name, settings) => {
  test('every user reads each of them, and paths that are none give nothing', async () => {
    const app = await startTestApp(await settings())
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    const all = STARTER_PHOTOS.map(({ path }) => path)
    for (const url of await urlsOf(user, all, 'thumbnail')) {
      const { status, type, bytes } = await read(app.url + url)
      expect([status, type, (await sharp(bytes).metadata()).width]).toEqual([200, 'image/webp', 300])
    }
    const covers: Buffer[] = []
    for (const [reader, variant] of [
      [user, 'cover'],
      [other, 'cover'],
      [other, 'original'],
    ] as const) {
      const [url] = await urlsOf(reader, [DUNES], variant)
      const { status, type, bytes } = await read(app.url + url)
      expect([status, type]).toEqual([200, 'image/jpeg'])
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1920, chromaSubsampling: '4:4:4', isProgressive: false })
      covers.push(bytes)
    }
    expect(covers.every((bytes) => bytes.equals(covers[0] ?? Buffer.of()))).toBe(true)
    expect(await urlsOf(user, ['starter/none.jpg', 'starters/dunes.jpg', 'starter/dunes.png'], 'cover')).toEqual([null, null, null])
  })

  test('the sweep and the collection of unused files leave them alone, backups too, and they take no storage', async () => {
    const app = await startTestApp(await settings())
    const user = await app.buildUser()
    await user.buildProject({ slides: [buildSlide('one', { backgroundImage: DUNES })] })
    const [url] = await urlsOf(user, [DUNES], 'cover')
    const { bytes } = await read(app.url + url)
    const { storage } = await user.api<MediaOverview>('GET', '/media/overview')
    for (const weeks of [0, 1, 2, 3]) {
      expect(await sweepFiles(app.services, new Date(Date.now() + weeks * WEEK_MS))).toMatchObject({ orphaned: 0, removed: 0 })
    }
    expect(await collectUnused(app.services)).toEqual({ collected: 0, held: 0 })
    const keys: string[] = []
    for await (const { key } of app.services.store.list()) keys.push(key)
    // A backup copies file keys, and the check of all files misses a row for each.
    expect([keys, keys.filter(isFileKey)]).toEqual([['starter/dunes.jpg.cover.jpg'], []])
    expect((await read(app.url + url)).bytes.equals(bytes)).toBe(true)
    expect((await user.api<MediaOverview>('GET', '/media/overview')).storage).toEqual(storage)
  })
})

test('an account without a plan sees them, and nothing else', async () => {
  const app = await startTestApp()
  const user = await app.buildUser({ pro: false })
  const requestLinks = (caller: Caller, paths: string[]) =>
    caller.call<ErrorBody>('POST', '/api/v1/files/urls', { paths, variant: 'cover' })
  expect((await requestLinks(user, [DUNES])).status).toBe(200)
  expect((await requestLinks(user, [DUNES, `${user.id}/1700000000000_abcdefghijkl.jpg`])).body.error.code).toBe('PRO_REQUIRED')
  expect((await requestLinks(new Caller(app.url), [DUNES])).body.error.code).toBe('UNAUTHENTICATED')
})

test('a post goes out with them: they are not missing, and the rendered slide shows one', async () => {
  const app = await startScheduler()
  const user = await app.buildUser()
  const accountId = await connectAccount(app, user, { platform: 'tiktok' })
  const project = await user.buildProject({ slides: [buildSlide('one', { backgroundImage: DUNES }), buildSlide('two')] })
  const postOrder = postRequest(project, { targets: [targetOf('tiktok', accountId)] })
  const { requestId: _, ...body } = postOrder
  const { problems } = await user.api<{ problems: PostProblem[] }>('POST', '/scheduled-posts/check', body)
  expect(problems.map(({ code }) => code)).not.toContain('photo-missing')
  const { posts } = await user.api<CreatedPosts>('POST', '/scheduled-posts', postOrder)
  const { media } = await user.api<PostDetails>('GET', `/scheduled-posts/${posts[0]?.id}`)
  const [withPhoto, plain] = await Promise.all(
    media.map(async ({ url }) => (await sharp((await read(app.url + url)).bytes).stats()).channels.map(({ mean }) => mean)),
  )
  expect(withPhoto?.[0]).toBeGreaterThan((withPhoto?.[2] ?? 255) + 20)
  expect(plain?.[2]).toBeGreaterThan(plain?.[0] ?? 255)
})

test('a slide can show them, a company and a profile cannot be one', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const slides = [buildSlide('one', { backgroundImage: DUNES }), buildSlide('two')]
  const project = await user.buildProject({ slides })
  expect((await user.api<Project>('GET', `/projects/${project.id}`)).slides).toMatchObject([{ backgroundImage: DUNES }, {}])
  await user.api('DELETE', `/projects/${project.id}`)
  const { status, body } = await user.call<ErrorBody>('POST', '/api/v1/companies', { name: 'Dunes', logoPath: DUNES })
  expect([status, body.error.code]).toEqual([400, 'INVALID_INPUT'])
  const [url] = await urlsOf(user, [DUNES], 'cover')
  expect((await read(app.url + url)).status).toBe(200)
})

const renderer = createRenderer({ assetsDir: ASSETS })
afterAll(() => renderer.close())

test.runIf(existsSync(ASSETS))('the server draws a slide with one, whatever the store holds', { tags: ['long'] }, async () => {
  const app = await startTestApp({ renderer })
  const user = await app.buildUser()
  const drawn = async (backgroundImage: string | null) => {
    const { id } = await user.buildProject({ slides: [buildSlide('hello', { backgroundImage })] })
    const { projects } = await user.api<{ projects: ProjectSummary[] }>('GET', '/projects')
    const { bytes } = await read(app.url + projects.find((project) => project.id === id)?.coverUrl)
    return (await sharp(bytes).stats()).channels.map(({ mean }) => Math.round(mean))
  }
  const [red = 0, , blue = 0] = await drawn(DUNES)
  expect(red, 'sand').toBeGreaterThan(blue + 40)
  const [plainRed = 0, , plainBlue = 0] = await drawn(null)
  expect(plainBlue, 'the violet of a slide without a photo').toBeGreaterThan(plainRed)
})

describe('the generator', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterEach(() => sandbox.reset())
  afterAll(() => sandbox.release())

  const backgroundsOf = async (user: TestUser) =>
    slidesIn(await generate(user, generateRequest())).map(({ backgroundImage }) => backgroundImage)

  test('takes them for a fresh account, and fills up with them while the library has fewer photos than slides', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const events = await generate(user, generateRequest())
    const first = slidesIn(events)
    expect(first).toHaveLength(6)
    expect(new Set(first.map(({ backgroundImage }) => backgroundImage)).size, 'each another photo').toBe(6)
    for (const { backgroundImage } of first) expect(STARTER_BACKGROUNDS).toContain(backgroundImage)
    const start = events.find((event) => event.type === 'project')
    const project = await user.api<Project>('GET', `/projects/${start?.projectId}`)
    const saved = { version: project.version, saveId: crypto.randomUUID(), slides: project.slides.toReversed() }
    expect((await user.api<Project>('PUT', `/projects/${project.id}`, saved)).version).toBe(project.version + 1)

    const own = [(await user.buildPhoto()).filePath, (await user.buildPhoto()).filePath]
    let before = first[0]?.backgroundImage
    for (let shows = 0; shows < 3; shows += 1) {
      const backgrounds = await backgroundsOf(user)
      expect(new Set(backgrounds).size, 'each another photo').toBe(6)
      for (const path of own) expect(backgrounds).toContain(path)
      expect(backgrounds[0], 'not the first photo of the slideshow before').not.toBe(before)
      before = backgrounds[0]
    }
    for (let photos = 0; photos < 4; photos += 1) own.push((await user.buildPhoto()).filePath)
    expect(new Set(await backgroundsOf(user))).toEqual(new Set(own))
  })

  test('leaves out hidden ones: the slides get backdrops that differ', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await user.api('PATCH', '/me/settings', { starterPhotos: false })
    const slides = slidesIn(await generate(user, generateRequest()))
    expect(slides.map(({ backgroundImage }) => backgroundImage)).toEqual(Array(6).fill(null))
    for (const [index, { backdrop }] of slides.entries()) {
      expect(backdrop).toBeDefined()
      expect(backdrop).not.toEqual(slides[index - 1]?.backdrop)
    }
    const { filePath } = await user.buildPhoto()
    for (const slide of slidesIn(await generate(user, generateRequest()))) {
      expect([slide.backgroundImage, slide.backdrop]).toEqual([filePath, undefined])
    }
  })

  test('gives a video theirs, unless it has a photo of its own', async () => {
    const app = await startTestApp()
    const user = await app.buildUser()
    const photosOf = async (backgroundImage: string | null) => {
      const { id } = await user.buildProject({ slides: [buildSlide('keep going', { backgroundImage })] })
      return (await user.api<{ photos: string[] }>('GET', `/media/video-photos?projectId=${id}`)).photos
    }
    for (const background of [null, DUNES]) {
      const photos = await photosOf(background)
      expect(photos.length).toBeGreaterThan(9)
      for (const path of photos) expect(STARTER_BACKGROUNDS).toContain(path)
    }
    const about = { topic: 'what a puppy needs', contentType: 'multi-photo-video', contentStyle: 'educational', companyId: null }
    const slides = [buildSlide('hello')]
    const { id: projectId } = await user.api<Project>('POST', '/projects', { title: 'Puppy', slides, ...about })
    const { photos } = await user.api<{ photos: string[] }>('GET', `/media/video-photos?projectId=${projectId}`)
    expect(photos.toSorted()).toEqual(startersFor('puppy').toSorted())
    expect(photos).toContain('starter/dog-bowl.jpg')
    expect(photos).not.toContain(DUNES)
    expect(await photosOf(`${user.id}/1700000000000_of-a-blog.jpg`)).toEqual([])
    await user.api('PATCH', '/me/settings', { starterPhotos: false })
    expect(await photosOf(null)).toEqual([])
  })
})

test('a setting that is changed leaves the others as they are', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  await user.api('PATCH', '/me/settings', { textSize: 'largest', starterPhotos: false })
  await user.api('PATCH', '/me/settings', { autoSave: false })
  expect((await user.api<Me>('GET', '/me')).settings).toMatchObject({ textSize: 'largest', starterPhotos: false, autoSave: false })
})
