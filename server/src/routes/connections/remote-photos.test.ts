import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MediaItem, UploadedFile } from '@ninesixteen/shared/api/media'
import { REMOTE_IMPORT_PATH, remoteImportSchema, type RemoteImport } from '@ninesixteen/shared/api/remote-photos'
import { type ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp, type Caller, type TestApp, type TestUser } from '../../testing/app.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

/** An image host that serves what a test puts under a name, and records requests. */
async function pictureHost() {
  const handlers = new Map<string, Uint8Array | RequestListener>()
  const requested: string[] = []
  const server = createServer((incoming, outgoing) => {
    const name = (incoming.url ?? '').split('/').at(-1) ?? ''
    requested.push(name)
    const handler = handlers.get(name)
    if (typeof handler === 'function') handler(incoming, outgoing)
    else outgoing.writeHead(handler ? 200 : 404, { 'content-type': 'image/jpeg' }).end(handler)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, handlers, requested }
}

let host: Awaited<ReturnType<typeof pictureHost>>
let app: TestApp
let user: TestUser
beforeEach(async () => {
  host = await pictureHost()
  app = await startTestApp({ platforms: sandboxPlatforms(host.url) })
  user = await app.buildUser()
})

const jpeg = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: Math.floor(Math.random() * 256), g: 90, b: 60 } } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .jpeg()
    .toBuffer()

const address = (name: string) => `${host.url}/tumblr-media/${name}`
const linkTo = (name: string, owner = user) => app.services.remotePictures.link(owner.id, address(name)) ?? ''
const codeOf = async (reply: Response) => ((await reply.json()) as ErrorBody).error.code
const importing = (body: RemoteImport, caller: Caller = user) => caller.call<UploadedFile>('POST', REMOTE_IMPORT_PATH, body)

describe('an image of another user', () => {
  test('is proxied, re-encoded and without metadata or scripts', async () => {
    const source = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')])
    host.handlers.set('a.jpg', source)
    const reply = await user.fetch(linkTo('a.jpg'))
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(reply.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('cache-control')).toBe('private, max-age=3600')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.includes('script')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test('is downloaded once for many viewers and cached', async () => {
    host.handlers.set('a.jpg', await jpeg())
    const other = await app.buildUser()
    const links = Array.from({ length: 20 }, (_, at) => (at % 2 ? other.fetch(linkTo('a.jpg', other)) : user.fetch(linkTo('a.jpg'))))
    for (const reply of await Promise.all(links)) expect(reply.status).toBe(200)
    host.handlers.delete('a.jpg')
    expect((await user.fetch(linkTo('a.jpg'))).status).toBe(200)
    expect(host.requested).toEqual(['a.jpg'])
    expect(await readdir(join(app.dataDir, 'remote-pictures'))).toHaveLength(1)
  })

  test.each([
    ['is gone', undefined, 404, 'REMOTE_PICTURE_GONE'],
    ['is a page', Buffer.from('<!doctype html><script>alert(1)</script> and enough to read'), 415, 'UPLOAD_NOT_IMAGE'],
    ['is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415, 'UPLOAD_NOT_IMAGE'],
    ['moves', Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0'), Buffer.alloc(60)]), 415, 'UPLOAD_GIF'],
    ['cannot be had', (_, outgoing) => void outgoing.writeHead(503).end(), 502, 'REMOTE_PICTURE_FAILED'],
    ['leads elsewhere', (_, outgoing) => void outgoing.writeHead(302, { location: 'http://127.0.0.1/inside' }).end(), 404, 'NOT_FOUND'],
  ] as [string, Uint8Array | RequestListener | undefined, number, string][])(
    'that %s is an error, and is not requested again for a while',
    async (_what, handler, status, code) => {
      if (handler) host.handlers.set('a.jpg', handler)
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const reply = await user.fetch(linkTo('a.jpg'))
        expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/json'])
        expect(await codeOf(reply)).toBe(code)
      }
      expect(host.requested).toHaveLength(1)
    },
  )
})

test('asks a user with too many requests to wait, without marking the image as failed', async () => {
  const { remotePictures } = app.services
  const pendingResponses: (() => void)[] = []
  const names = Array.from({ length: 108 }, (_, at) => `${at}.jpg`)
  for (const name of names) host.handlers.set(name, (_, outgoing) => void pendingResponses.push(() => outgoing.writeHead(404).end()))
  host.handlers.set('last.jpg', await jpeg())
  const crowd = Promise.allSettled(names.map((name) => remotePictures.fetch(user.id, address(name))))
  await expect.poll(() => pendingResponses.length).toBe(8)
  await expect(remotePictures.fetch(user.id, address('last.jpg'))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  for (const name of names) host.handlers.delete(name)
  for (const release of pendingResponses) release()
  await crowd
  expect((await remotePictures.fetch(user.id, address('last.jpg'))).mimeType).toBe('image/jpeg')
})

describe('a signed link', () => {
  test('stays the same for a while, and differs between users', async () => {
    expect(linkTo('a.jpg')).toBe(linkTo('a.jpg'))
    const other = await app.buildUser()
    expect(linkTo('a.jpg', other)).not.toBe(linkTo('a.jpg'))
    host.handlers.set('a.jpg', await jpeg())
    const replies = await Promise.all(
      [app.anonymous, await app.buildUser({ pro: false }), other].map((caller) => caller.fetch(linkTo('a.jpg'))),
    )
    expect(replies.map((reply) => reply.status)).toEqual([401, 403, 404])
    expect(host.requested).toEqual([])
  })

  test('is signed for hosts of platforms only', () => {
    const { remotePictures } = app.services
    for (const url of [
      'http://127.0.0.1/a.jpg',
      `${host.url}/other/a.jpg`,
      `${host.url}/tumblr-media/../a.jpg`,
      'https://evil.example/a.jpg',
      'file:///etc/passwd',
      '',
    ]) {
      expect([url, remotePictures.link(user.id, url)]).toEqual([url, null])
    }
    expect(remotePictures.link(user.id, `${host.url}/tiktok/avatar/sandy.webp`)).not.toBeNull()
  })

  test('that was modified is rejected without a request', async () => {
    const link = linkTo('a.jpg')
    const elsewhere = Buffer.from('http://127.0.0.1/').toString('base64url')
    const [path = '', query = ''] = link.split('?')
    const forged = [
      path,
      `${path.split('/').slice(0, -1).join('/')}/${elsewhere}?${query}`,
      link.replace(/expires=\d+/, 'expires=99999999999'),
      link.replace(user.id, randomUUID()),
      `${link}&x=1`,
      link.replace('/api/pictures/remote/', '/api/pictures/remote/%2e%2e/'),
      `/files/original/${path.split('/').slice(-2).join('/')}?${query}`,
    ]
    for (const one of forged) expect([403, 404]).toContain((await user.fetch(one)).status)
    await fc.assert(
      fc.asyncProperty(fc.nat(link.length - 1), fc.constantFrom(...'aA0-_%?&=/'), async (at, char) => {
        fc.pre(link[at] !== char)
        expect(() => app.services.remotePictures.open(link.slice(0, at) + char + link.slice(at + 1))).toThrow('This link has expired')
      }),
      { numRuns: 300 },
    )
    expect(host.requested).toEqual([])
  })
})

describe('importing a remote photo', () => {
  test('creates a file of the user, which a slide can show', async () => {
    host.handlers.set('a.jpg', await jpeg(900, 1600))
    const { status, body } = await importing({ purpose: 'image-box', link: linkTo('a.jpg') })
    expect([status, body]).toEqual([201, { ...body, width: 900, height: 1600, media: null }])
    expect(body.filePath.startsWith(`${user.id}/`)).toBe(true)
    const project = await user.buildProject({ slides: [buildSlide('x', { backgroundImage: body.filePath })] })
    expect(project.slides[0]?.backgroundImage).toBe(body.filePath)
    const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [body.filePath], variant: 'cover' })
    expect((await fetch(app.url + url)).status).toBe(200)
  })

  test('adds the photo to the library once per id', async () => {
    host.handlers.set('a.jpg', await jpeg())
    const body = { purpose: 'media', id: randomUUID(), link: linkTo('a.jpg'), filename: 'calm-photos.jpg' } as const
    const handlers = [await importing(body), await importing(body)]
    const added = [201, body.id, 'calm-photos.jpg', address('a.jpg')]
    expect(handlers.map(({ status, body: { media } }) => [status, media?.id, media?.filename, media?.originalUrl])).toEqual([added, added])
    const library = await user.api<{ items: MediaItem[] } | MediaItem[]>('GET', '/media')
    expect('items' in library ? library.items : library).toHaveLength(1)
  })

  test('requires a link of the same user', async () => {
    host.handlers.set('a.jpg', await jpeg())
    const other = await app.buildUser()
    expect((await importing({ purpose: 'image-box', link: linkTo('a.jpg') }, other)).status).toBe(404)
    expect((await importing({ purpose: 'image-box', link: address('a.jpg') })).status).toBe(403)
    expect((await importing({ purpose: 'image-box', link: '' })).status).toBe(400)
    expect(host.requested).toEqual([])
    expect(remoteImportSchema.safeParse({ purpose: 'media', link: 'x' }).success).toBe(false)
  })
})
