import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { exportSize, FORMATS } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { VIDEO_FORMATS } from '@ninesixteen/shared/video/video-spec'
import { connectAgent } from '../testing/agent.ts'
import { ApiCaller, buildApiKey } from '../testing/api-caller.ts'
import { buildSlide } from '../testing/build-slide.ts'
import type { Caller } from '../testing/caller.ts'
import { sameUserAt } from '../testing/fleet.ts'
import { NO_FILES } from '../testing/render-fleet.ts'
import { sharedRenderer } from '../testing/scheduler.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { everyPost, exported, framesOf, imageType, receivedPosts, SECONDS_PER_SLIDE, sha256 } from '../testing/planned-posts.ts'
import { connectEverywhere, publishAll, startSeparateRoles } from '../testing/separate-roles.ts'
import { unzip } from '../testing/unzip.ts'

/* One web process and two workers: what platforms and users get is what one process renders. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

/** Processes start one after another, which takes long on a busy machine. */
const LONG_TIMEOUT = { timeout: 400_000 }

/** A photo, texts, a shape and a logo, whose places differ between formats. */
async function richSlides(user: Caller): Promise<Slide[]> {
  const textAt = (text: string, y: number) => buildSlide(text).textBoxes.map((box) => ({ ...box, y }))
  const [photo, logo] = [await user.buildPhoto(), await user.buildPhoto('logo')]
  return [
    buildSlide('first', {
      backgroundImage: photo.filePath,
      logoImage: logo.filePath,
      textBoxes: [...textAt('near the top', 40), ...textAt('near the bottom', 380)],
    }),
    buildSlide('second', { backdrop: { kind: 'gradient', from: '#336699', to: '#ff8800', angle: 30 } }),
  ]
}

/** Digests of the files of each post that a platform received, in any order of posts. */
const receivedDigests = async (platform: PlatformId) => (await receivedPosts(sandbox, platform)).map(([, digests]) => digests).toSorted()

test('platforms get the images of every format that workers render', LONG_TIMEOUT, async () => {
  const { user, renders, logged } = await startSeparateRoles(sandbox)
  const project = await user.buildProject({ slides: [buildSlide('hello')] })
  const accounts = await connectEverywhere(user, 'sandy')
  const plannedPosts = everyPost(['slides'], (platform, format) => `${platform} ${format}`)
  const posts = await publishAll(user, { project, accounts, plannedPosts })
  const slide = project.slides[0] ?? buildSlide('none')
  for (const platform of PLATFORM_IDS) {
    const expected: string[] = []
    for (const { format } of plannedPosts.filter((post) => post.platform === platform)) {
      // This process renders the image that is expected.
      const image = await sharedRenderer().renderSlide(inFormat(slide, format), NO_FILES, { userId: 'x' })[imageType(platform)]()
      expect(await sharp(image).metadata()).toMatchObject(exportSize(format))
      expected.push(sha256(image))
    }
    expect(await receivedDigests(platform), platform).toEqual(expected.toSorted())
  }
  for (const { format, details } of posts) {
    expect(details.media.map(({ width, height }) => ({ width, height }))).toEqual([exportSize(format)])
  }
  expect((await renders()).length).toBeGreaterThanOrEqual(plannedPosts.length)
  expect(logged()).toEqual(['', '', ''])
})

test(
  'platforms and users get what one process renders: images, videos, covers and files of every format',
  { ...LONG_TIMEOUT, tags: ['long'] },
  async () => {
    const { fleet, user, renders, logged } = await startSeparateRoles(sandbox)
    const project = await user.buildProject({ slides: await richSlides(user) })
    const equal = everyPost(['slides', 'video'], () => 'the same words')
    const empty = everyPost(['slides', 'video'], () => '')
    const posts = await publishAll(user, { project, accounts: await connectEverywhere(user, 'sandy'), plannedPosts: [...equal, ...empty] })
    // Each key may make a number of requests per minute.
    const [key, other] = [await buildApiKey(user), await buildApiKey(user)]
    const apart = await everyRender(user, key, project)
    expect((await renders()).length).toBeGreaterThan(FORMATS.length * 2)
    expect(logged()).toEqual(['', '', ''])

    const one = await fleet.start('all')
    const atOne = sameUserAt(one, user)
    const together = await everyRender(atOne, new ApiCaller(one.url, other), project)
    expect([...apart.keys()]).toEqual([...together.keys()])
    for (const [name, bytes] of together) expect(apart.get(name)?.equals(bytes), name).toBe(true)

    for (const platform of PLATFORM_IDS) {
      const expected: string[] = []
      for (const { kind, format, details } of posts.filter((post) => post.platform === platform)) {
        const files: Buffer[] = []
        for (const { url } of details.media) files.push(Buffer.from(await (await user.fetch(url)).arrayBuffer()))
        expect(details.media.map(({ width, height }) => ({ width, height }))).toEqual(files.map(() => exportSize(format)))
        if (kind === 'slides') {
          const images = project.slides.map((_, index) => together.get(`slide ${index} ${imageType(platform)} ${format}`))
          expect(files.map(sha256)).toEqual(images.map((image) => sha256(image ?? Buffer.alloc(0))))
        } else {
          expect(files.map((file) => sha256(framesOf(file)))).toEqual([sha256(together.get('video 9:16') ?? Buffer.alloc(0))])
        }
        expected.push(files.map(sha256).join(' '))
      }
      expect(await receivedDigests(platform), platform).toEqual(expected.toSorted())
    }
  },
)

test('killed workers change no image that a platform receives', { ...LONG_TIMEOUT, tags: ['long'] }, async () => {
  const { fleet, user, workers } = await startSeparateRoles(sandbox)
  const project = await user.buildProject({ slides: await richSlides(user) })
  const plannedPosts = everyPost(['slides'], (platform, format) => `${platform} ${format}`)
  const accounts = await connectEverywhere(user, 'sandy')
  const onScheduled = async (index: number): Promise<void> => {
    if (index % 4 !== 0) return
    const worker = workers.shift()
    worker?.child.kill('SIGKILL')
    await worker?.ended
    workers.push(await fleet.start('worker'))
  }
  const posts = await publishAll(user, { project, accounts, plannedPosts, onScheduled })
  const key = await buildApiKey(user)
  for (const platform of PLATFORM_IDS) {
    const expected = new Map<string, string>()
    for (const { format, caption } of plannedPosts.filter((post) => post.platform === platform))
      expected.set(caption, (await exported(key, project, { format, type: imageType(platform) })).map(sha256).join(' '))
    const live = await receivedPosts(sandbox, platform)
    expect(live.map(([caption]) => caption)).toEqual([...new Set(live.map(([caption]) => caption))])
    for (const [caption, digests] of live) expect(digests, caption).toBe(expected.get(caption))
    const published = posts.filter((post) => post.platform === platform && post.details.delivery === 'published')
    expect(live.map(([caption]) => caption)).toEqual(expect.arrayContaining(published.map(({ caption }) => caption)))
  }
})

/** The result of every endpoint that renders a slideshow, by name. Videos are compared by their frames: the rest contains a time. */
async function everyRender(user: Caller, key: ApiCaller, project: Project): Promise<Map<string, Buffer>> {
  const results = new Map<string, Buffer>()
  const read = async (path: string): Promise<Buffer> => {
    const response = await user.fetch(path)
    expect(response.status, path).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const { coverUrl } = await user.api<Project>('GET', `/projects/${project.id}`)
  results.set('cover', await read(coverUrl ?? ''))
  const agent = await connectAgent(key)
  for (const format of FORMATS) {
    for (const type of ['png', 'jpeg'] as const) {
      for (const [index, image] of (await exported(key, project, { format, type })).entries()) {
        expect(await sharp(image).metadata()).toMatchObject(exportSize(format))
        results.set(`slide ${index} ${type} ${format}`, image)
      }
      const { content } = await agent.call('render_slide', { id: project.id, index: 0, format, type })
      results.set(`tool ${type} ${format}`, Buffer.from(content[0]?.data ?? '', 'base64'))
      for (const [name, bytes] of unzip(await renderedFile(key, project, { type, format }))) results.set(`${name} ${type} ${format}`, bytes)
    }
    const pdf = await renderedFile(key, project, { type: 'pdf', format })
    for (const page of project.slides.keys()) expect(pdf.includes(results.get(`slide ${page} jpeg ${format}`) ?? ' missing')).toBe(true)
  }
  for (const format of VIDEO_FORMATS) {
    const body = JSON.stringify({ slides: project.slides, frames: project.slides.map(() => SECONDS_PER_SLIDE * VIDEO_FPS), format })
    const response = await user.fetch('/api/video', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(response.status).toBe(200)
    results.set(`video ${format}`, framesOf(Buffer.from(await response.arrayBuffer())))
    results.set(`mp4 ${format}`, framesOf(await renderedFile(key, project, { type: 'mp4', format, seconds_per_slide: 1 })))
  }
  return results
}

/** A file that the API renders as a job. */
async function renderedFile(key: ApiCaller, { id }: Project, body: Record<string, unknown>): Promise<Buffer> {
  const sent = { body, headers: { prefer: 'wait=60' } }
  const { body: render } = await key.call<{ id: string; status: string }>('POST', `/slideshows/${id}/renders`, sent)
  expect(render.status).toBe('done')
  return Buffer.from(await (await key.fetch('GET', `/renders/${render.id}/file`)).arrayBuffer())
}
