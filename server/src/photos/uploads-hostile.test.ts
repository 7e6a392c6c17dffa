// @module-tag long

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FILE_VARIANTS, type UploadedFile } from '@ninesixteen/shared/api/media'
import { REMOTE_IMPORT_PATH } from '@ninesixteen/shared/api/remote-photos'
import { encodeImage } from '../image-decoding/encode.ts'
import { decodeCost } from '../image-decoding/decode-cost.ts'
import { readHeader } from '../image-decoding/read-header.ts'
import { files } from '../db/schema-photos.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { hostileFiles, PAYLOAD, profileBomb, textBomb, type HostileFile } from '../testing/hostile/corpus.ts'
import { png } from '../testing/hostile/png.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

let corpus: HostileFile[]
beforeAll(async () => {
  corpus = await hostileFiles()
})

/** Serves any file, with the content type that its name suggests. */
async function pictureHost() {
  const laid = new Map<string, Buffer>()
  const server = createServer((incoming, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'image/jpeg' }).end(laid.get((incoming.url ?? '').split('/').at(-1) ?? '')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, laid }
}

/** The response contains nothing of the original file, and a browser that opens it can't run anything. */
async function expectHarmless(reply: Response, what: string): Promise<void> {
  expect([what, reply.status]).toEqual([what, 200])
  expect(reply.headers.get('content-type'), what).toMatch(/^image\/(jpeg|png|webp)$/)
  expect(reply.headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(reply.headers.get('content-security-policy'), what).toBe("sandbox; default-src 'none'")
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(bytes.includes(PAYLOAD), what).toBe(false)
  const { format, exif, xmp, iptc, icc, pages } = await sharp(bytes).metadata()
  expect([`image/${format}`, exif, xmp, iptc, icc, pages ?? 1], what).toEqual([
    reply.headers.get('content-type'),
    undefined,
    undefined,
    undefined,
    undefined,
    1,
  ])
}

async function expectRefusal(reply: Response, what: string): Promise<void> {
  const text = await reply.text()
  expect([what, reply.status >= 400 && reply.status < 500, reply.headers.get('content-type')]).toEqual([what, true, 'application/json'])
  expect(text.includes(PAYLOAD), what).toBe(false)
}

interface EntryPoint {
  send(file: HostileFile): Promise<Response>
}

function entryPoints(app: TestApp, user: TestUser, host: Awaited<ReturnType<typeof pictureHost>>): Record<string, EntryPoint> {
  const upload = (purpose: 'media' | 'logo' | 'product-photo' | 'image-box'): EntryPoint => ({
    send: ({ bytes, filename }) => user.upload(bytes, { purpose, filename }),
  })
  const link = ({ bytes }: HostileFile) => {
    const name = `${randomUUID()}.jpg`
    host.laid.set(name, bytes)
    return app.services.remotePictures.link(user.id, `${host.url}/tumblr-media/${name}`) ?? ''
  }
  const importing = (body: (file: HostileFile) => object): EntryPoint => ({
    send: (file) =>
      user.fetch(REMOTE_IMPORT_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ link: link(file), ...body(file) }),
      }),
  })
  return {
    'photo library': upload('media'),
    logo: upload('logo'),
    'product photo': upload('product-photo'),
    'picture box': upload('image-box'),
    'import as background': importing(() => ({ purpose: 'image-box' })),
    'import into the library': importing(({ filename }) => ({ purpose: 'media', id: randomUUID(), filename })),
    'shown from a blog': { send: (file) => user.fetch(link(file)) },
  }
}

test('over sixty hostile files through every entry: rejected, or only their pixels remain', { timeout: 120_000 }, async () => {
  expect(corpus.length).toBeGreaterThan(60)
  const host = await pictureHost()
  const app = await startTestApp({ platforms: sandboxPlatforms(host.url) })
  const user = await app.buildUser()
  const kept = new Set<string>()
  const entries = Object.entries(entryPoints(app, user, host))
  for (const file of corpus) {
    await Promise.all(
      entries.map(async ([entry, { send }]) => {
        const what = `${file.name} by ${entry}`
        const reply = await send(file)
        if (file.fate === 'refused') return expectRefusal(reply, what)
        if (entry === 'shown from a blog') return expectHarmless(reply, what)
        expect([what, reply.status]).toEqual([what, 201])
        return void kept.add(((await reply.json()) as UploadedFile).filePath)
      }),
    )
  }
  const paths = [...kept]
  for (const variant of FILE_VARIANTS) {
    const urls = await user.api<string[]>('POST', '/files/urls', { paths, variant })
    for (const [at, url] of urls.entries()) await expectHarmless(await fetch(app.url + url), `${variant} of ${paths[at]}`)
  }
  const rows = await app.services.db.asSystem((tx) => tx.select().from(files))
  expect(rows.map((row) => row.path).toSorted()).toEqual(paths.toSorted())
  let objects = 0
  for await (const { key } of app.services.store.list()) {
    objects += 1
    expect(Buffer.from((await app.services.store.read(key)) ?? []).includes(PAYLOAD), key).toBe(false)
  }
  expect(objects).toBe(paths.length * FILE_VARIANTS.length)
  expect(app.logged.join('\n')).not.toContain(PAYLOAD)
})

describe('what becomes large', () => {
  /** Decodes in this process, as a decoder process does. */
  async function decode(bytes: Uint8Array) {
    const header = await readHeader(bytes)
    decodeCost(header)
    return encodeImage(bytes, header)
  }

  /** CPU time of some work, in milliseconds. */
  async function cost(work: () => Promise<unknown>): Promise<number> {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

  test('is refused by its header: for a fraction of what a photo costs', async () => {
    const twelveMegapixels = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer()
    const photo = await cost(() => decode(twelveMegapixels))
    const large = corpus.filter(({ name }) => /^a.*(,000 x \d+,|,535 x|,383 x|1 x 100)/.test(name))
    expect(large).toHaveLength(6)
    for (const { name, bytes } of large) {
      const refusals = []
      for (let attempt = 0; attempt < 3; attempt += 1) refusals.push(await cost(() => decode(bytes).catch((error: unknown) => error)))
      expect(Math.min(...refusals), name).toBeLessThan(photo / 4)
    }
  })

  test.each([
    ['packed text', textBomb],
    ['a color profile', profileBomb],
  ])('in %s is not unpacked', async (_what, bomb) => {
    const bytes = bomb()
    expect(bytes.byteLength).toBeLessThan(400_000)
    const outcome = await decode(bytes).then(
      (picture) => picture.bytes.byteLength < 5000,
      (error: unknown) => error instanceof Error,
    )
    expect(outcome).toBe(true)
  })

  test('twenty at once do not make the process grow', async () => {
    // In a process of its own, to measure its peak memory.
    const program = join(import.meta.dirname, '../testing/hostile/grow.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    const { refused, grownMegabytes } = JSON.parse(stdout) as { refused: number; grownMegabytes: number }
    expect(refused).toBe(20)
    // The pixels of a single one would be 768 MB.
    expect(grownMegabytes).toBeLessThan(150)
  })

  test('the bomb is real: without the limit it has all its pixels', async () => {
    const { width, height } = await sharp(png({ width: 16_000, height: 16_000 }), { limitInputPixels: false }).metadata()
    expect([width, height]).toEqual([16_000, 16_000])
    const strip = await sharp(png({ width: 16_000, height: 16_000 }), { limitInputPixels: false })
      .extract({ left: 0, top: 15_990, width: 10, height: 10 })
      .raw()
      .toBuffer()
    expect(strip).toHaveLength(300)
  })
})
