import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { createRenderer } from '../../rendering/renderer.ts'
import { buildSlide, photo, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

const ASSETS = resolve(import.meta.dirname, '../../../../shared/generated/painter')

const renderer = createRenderer({ assetsDir: ASSETS })
afterAll(() => renderer.close())

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp({ renderer })
  user = await app.buildUser()
})

async function signed(path: string, variant: string): Promise<string> {
  const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [path], variant })
  return url ?? ''
}

describe('a signed link', () => {
  test.each([
    ['original', 'image/jpeg', 640, 480],
    ['thumbnail', 'image/webp', 300, 225],
    ['cover', 'image/jpeg', 1080, 1920],
  ])('gives the %s, without a session, for nothing but looking at', async (variant, type, width, height) => {
    const { filePath } = await user.buildPhoto()
    const response = await fetch(app.url + (await signed(filePath, variant)))
    const bytes = Buffer.from(await response.arrayBuffer())
    const found = await sharp(bytes).metadata()
    expect([found.width, found.height, found.space]).toEqual([width, height, 'srgb'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.byteLength),
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('has a cover that is baseline JPEG without chroma reduction, cut around the centre', async () => {
    const stripes = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#ff0000' } })
      .composite([{ input: { create: { width: 300, height: 300, channels: 3, background: '#0000ff' } }, left: 300, top: 0 }])
      .jpeg({ quality: 100 })
      .toBuffer()
    const { filePath } = (await (await user.upload(stripes)).json()) as { filePath: string }
    const bytes = Buffer.from(await (await fetch(app.url + (await signed(filePath, 'cover')))).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', chromaSubsampling: '4:4:4', isProgressive: false })
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
  })

  test('is made once, however many ask for it at the same time', async () => {
    const { filePath } = await user.buildPhoto()
    const url = app.url + (await signed(filePath, 'cover'))
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64')),
    )
    expect(new Set(answers).size).toBe(1)
    expect((await readdir(join(app.dataDir, 'files', user.id))).toSorted()).toHaveLength(3)
  })

  test('keeps its order with others, and is null for what is not the own', async () => {
    const other = await app.buildUser()
    const [mine, foreign] = [await user.buildPhoto(), await other.buildPhoto()]
    const paths = [foreign.filePath, mine.filePath, `${user.id}/1_none.jpg`, mine.filePath]
    const urls = await user.api<(string | null)[]>('POST', '/files/urls', { paths, variant: 'thumbnail' })
    expect(urls.map((url) => url?.split('?')[0] ?? null)).toEqual([
      null,
      `/files/thumbnail/${mine.filePath}`,
      null,
      `/files/thumbnail/${mine.filePath}`,
    ])
  })

  test('opens nothing in any other form', async () => {
    const url = await signed((await user.buildPhoto()).filePath, 'thumbnail')
    const change = fc
      .tuple(fc.nat(url.length - 1), fc.constantFrom(...'abcXYZ019/.%&=?_-~'.split('')))
      .map(([at, put]) => url.slice(0, at) + put + url.slice(at + 1))
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        fc.pre(changed !== url && changed.startsWith('/'))
        expect((await fetch(app.url + changed)).status).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: 200 },
    )
    expect((await fetch(app.url + url)).status).toBe(200)
  })
})

describe.runIf(existsSync(ASSETS))('the cover of a project', () => {
  test('is its first slide as the painter draws it, at a link that changes with each save', { tags: ['long'] }, async () => {
    const { filePath } = (await (await user.upload(await photo(1080, 1920))).json()) as { filePath: string }
    const project = await user.buildProject({ slides: [buildSlide('hello', { backgroundImage: filePath })] })
    const list = () => user.api<{ projects: ProjectSummary[] }>('GET', '/projects')
    const first = (await list()).projects[0]?.coverUrl ?? ''
    const picture = await fetch(app.url + first)
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 360, height: 640 })
    expect(await readdir(join(app.dataDir, 'cache', 'covers', project.id))).toEqual(['1.webp'])

    await user.api('PUT', `/projects/${project.id}`, { version: 1, saveId: crypto.randomUUID(), slides: [buildSlide('bye')] })
    const second = (await list()).projects[0]?.coverUrl ?? ''
    expect(second.split('?')[0]).toBe(`/files/covers/${project.id}/2`)
    const changed = Buffer.from(await (await fetch(app.url + second)).arrayBuffer())
    expect(changed.equals(bytes)).toBe(false)
    expect(await readdir(join(app.dataDir, 'cache', 'covers', project.id))).toEqual(['2.webp'])

    await user.api('DELETE', `/projects/${project.id}`)
    expect((await fetch(app.url + second)).status).toBe(404)
    expect((await fetch(app.url + second.replace('/2?', '/3?'))).status).toBe(403)
  })
})
