import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES, type MediaItem, type UploadedFile } from '@ninesixteen/shared/api/media'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { AppError, type ErrorBody } from '@ninesixteen/shared/errors'
import { files } from '../db/schema-photos.ts'
import { photo, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { png } from '../testing/hostile/png.ts'
import type { FileStore } from '../storage/store/file-store.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

async function stored(path: string): Promise<Buffer> {
  return Buffer.from((await app.services.store.read(path)) ?? [])
}

async function upload(bytes: Uint8Array, filename = 'photo.jpg'): Promise<UploadedFile> {
  const response = await user.upload(bytes, { filename })
  expect(response.status).toBe(201)
  return (await response.json()) as UploadedFile
}

async function refusal(bytes: Uint8Array, filename = 'photo.png'): Promise<string> {
  const response = await user.upload(bytes, { filename })
  const { error } = (await response.json()) as ErrorBody
  expect(response.status).toBe(new AppError(error.code).status)
  expect(await everything()).toEqual({ rows: 0, objects: 0, parts: 0 })
  return error.code
}

/** All traces of uploads in database, store and temporary folder. */
async function everything() {
  const rows = await app.services.db.asSystem((tx) => tx.select().from(files))
  let objects = 0
  for await (const _ of app.services.store.list()) objects++
  const parts = await readdir(join(app.dataDir, 'uploads'))
  return { rows: rows.length, objects, parts: parts.length }
}

describe('a picture', () => {
  test('is stored upright, in sRGB, without metadata, and measured', { tags: ['long'] }, async () => {
    const given = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c03020' } })
      .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { filePath, width, height, fileSize, media } = await upload(given, 'IMG 1.JPG')
    expect(filePath).toMatch(new RegExp(`^${user.id}/\\d{13}_[\\w-]{12}\\.jpg$`))
    expect([width, height]).toEqual([300, 400])
    const bytes = await stored(filePath)
    expect(bytes.byteLength).toBe(fileSize)
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ format: 'jpeg', width: 300, height: 400, space: 'srgb', chromaSubsampling: '4:4:4' })
    expect([found.exif, found.icc, found.orientation]).toEqual([undefined, undefined, undefined])
    expect(media).toMatchObject({
      filename: 'IMG 1.JPG',
      source: 'upload',
      dimensions: '300x400',
      tags: [],
      companyIds: [],
      filePath,
      fileSize,
    })
    expect(await user.api<MediaItem[]>('GET', '/media')).toEqual([media])
  })

  test('without loss stays a PNG, whether something shows through or not', async () => {
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .png()
      .toBuffer()
    const opaque = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 1 } } })
      .png()
      .toBuffer()
    expect((await upload(clear)).filePath).toMatch(/\.png$/)
    const kept = await upload(opaque)
    expect(kept.filePath).toMatch(/\.png$/)
    expect(await sharp(await stored(kept.filePath)).metadata()).toMatchObject({ format: 'png', channels: 3 })
  })

  test.each(['webp', 'avif', 'png', 'jpeg'] as const)(
    'may be a %s by its content, whatever its name says',
    { tags: ['long'] },
    async (format) => {
      const given = await sharp(await photo())
        .toFormat(format)
        .toBuffer()
      expect((await upload(given, 'page.html')).filePath).toMatch(format === 'png' ? /\.png$/ : /\.jpg$/)
    },
  )

  test('may be a HEIC, which keeps its name', { tags: ['long'] }, async () => {
    const given = await readFile(new URL('../testing/heic/phone.heic', import.meta.url))
    const { filePath, width, height, media } = await upload(given, 'IMG_0001.HEIC')
    expect([filePath.slice(-4), width, height, media?.filename]).toEqual(['.jpg', 90, 150, 'IMG_0001.HEIC'])
  })

  test('longer than 4096 pixels is scaled down', async () => {
    const given = await sharp({ create: { width: 6000, height: 1500, channels: 3, background: '#204060' } })
      .jpeg()
      .toBuffer()
    expect(await upload(given)).toMatchObject({ width: 4096, height: 1024 })
  })

  test('of exactly 50 megapixels is taken', { tags: ['long'] }, async () => {
    const given = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: '#204060' } })
      .png()
      .toBuffer()
    expect(await upload(given)).toMatchObject({ width: 4096, height: 2048 })
  })

  test('keeps the last part of its name, without control and direction characters', async () => {
    const { media } = await upload(await photo(), '../etc/a\u202eb\u0007<script>é.jpg')
    expect(media?.filename).toBe('ab<script>é.jpg')
  })

  test('keeps the quotation marks of its name, which a form spells otherwise', async () => {
    const { media } = await upload(await photo(), 'our "best" cup.jpg')
    expect(media?.filename).toBe('our "best" cup.jpg')
  })

  test('with one id twice, one after the other or at once, is one picture', async () => {
    const [bytes, id] = [await photo(), randomUUID()]
    const answers = await Promise.all([user.upload(bytes, { id }), user.upload(bytes, { id }), user.upload(bytes, { id })])
    const bodies = [...(await Promise.all(answers.map((answer) => answer.json()))), await (await user.upload(await photo(), { id })).json()]
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await everything()).toEqual({ rows: 1, objects: 2, parts: 0 })
    const other = await app.buildUser()
    expect((await other.upload(bytes, { id })).status).toBe(400)
    expect(await everything()).toEqual({ rows: 1, objects: 2, parts: 0 })
  })

  test('that is deleted is gone with its renditions', async () => {
    const { filePath, media } = await upload(await photo())
    for (const variant of ['original', 'thumbnail', 'cover']) {
      const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [filePath], variant })
      expect((await fetch(app.url + url)).status).toBe(200)
    }
    const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [filePath], variant: 'original' })
    expect(await everything()).toEqual({ rows: 1, objects: 3, parts: 0 })
    await user.api('POST', '/media/delete', { ids: [media?.id] })
    expect(await everything()).toEqual({ rows: 0, objects: 0, parts: 0 })
    const gone = await fetch(app.url + url)
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { error: { code: 'FILE_NOT_FOUND', message: `File not found: ${filePath}`, details: { path: filePath } } },
    ])
  })
})

describe('what is not a picture', () => {
  const text = (content: string) => Buffer.from(content)
  test.each([
    ['an SVG named .png', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'UPLOAD_NOT_IMAGE'],
    [
      'an SVG with a declaration',
      text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
      'UPLOAD_NOT_IMAGE',
    ],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), 'UPLOAD_NOT_IMAGE'],
    ['a GIF', text('GIF89a\x01\0\x01\0'), 'UPLOAD_GIF'],
    ['nothing', text(''), 'UPLOAD_EMPTY'],
    ['a signature alone', Buffer.from('89504e470d0a1a0a', 'hex'), 'UPLOAD_DAMAGED'],
    ['a TIFF', Buffer.from('49492a00080000000000', 'hex'), 'UPLOAD_NOT_IMAGE'],
    ['a HEIC', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic\0\0\0\0mif1heic')]), 'UPLOAD_HEIC'],
    ['a ZIP', text('PK\x03\x04zip'), 'UPLOAD_NOT_IMAGE'],
    ['a PDF', text('%PDF-1.7'), 'UPLOAD_NOT_IMAGE'],
    ['a drawing script', text('push graphic-context\nimage over 0,0 0,0 "https://evil.example"'), 'UPLOAD_NOT_IMAGE'],
    ['noise behind a JPEG signature', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 7)]), 'UPLOAD_DAMAGED'],
  ])('%s is refused', async (_what, bytes, code) => {
    expect(await refusal(bytes)).toBe(code)
  })

  test('a picture of which half is missing is refused as damaged', async () => {
    const whole = await photo(800, 600)
    expect(await refusal(whole.subarray(0, whole.byteLength / 2))).toBe('UPLOAD_DAMAGED')
  })

  test('a picture with a page behind it keeps the picture only', async () => {
    const { filePath } = await upload(Buffer.concat([await photo(), Buffer.from('<script>alert(1)</script>')]))
    expect((await stored(filePath)).includes('script')).toBe(false)
  })

  test('a bomb is refused by its header', async () => {
    expect(await refusal(png({ width: 16_000, height: 16_000 }))).toBe('UPLOAD_TOO_MANY_PIXELS')
  })

  test('more than 20 MB is refused, exactly 20 MB is not', { tags: ['long'] }, async () => {
    const picture = Buffer.from(await photo())
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)])
    await upload(padded(UPLOAD_MAX_BYTES))
    const response = await user.upload(padded(UPLOAD_MAX_BYTES + 1))
    expect([response.status, ((await response.json()) as ErrorBody).error.message]).toEqual([
      413,
      'This file is larger than 20 MB. Please make it smaller first.',
    ])
    expect(await everything()).toMatchObject({ rows: 1, parts: 0 })
  })

  test('a body without a length is cut while it arrives', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const chunk = Buffer.alloc(1024 * 1024)
    let sent = 0
    const status = await new Promise<number>((resolve, reject) => {
      const call = request(`${app.url}/api/files`, {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          origin: app.url,
          cookie: user.cookieHeader,
          [EXPECTED_USER_HEADER]: user.id,
        },
      })
      call.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', reject)
      call.write(head)
      const pump = () => {
        while (sent < 200 && !call.destroyed) {
          sent++
          if (!call.write(chunk)) return void call.once('drain', pump)
        }
      }
      pump()
    })
    expect(status).toBe(413)
    expect(sent).toBeLessThan(60)
    expect(await everything()).toEqual({ rows: 0, objects: 0, parts: 0 })
  })

  test('a form without its fields is refused by name', async () => {
    const forms: [Record<string, string>, string][] = [
      [{ id: randomUUID() }, 'purpose'],
      [{ purpose: 'avatar' }, 'purpose'],
      [{ purpose: 'media' }, 'id'],
      [{ purpose: 'media', id: 'x' }, 'id'],
    ]
    for (const [fields, name] of forms) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new File([new Uint8Array(await photo())], 'a.jpg'))
      const response = await user.fetch('/api/files', { method: 'POST', body: form })
      expect([response.status, ((await response.json()) as ErrorBody).error.message]).toEqual([400, `Some fields are not valid: ${name}`])
    }
    expect((await user.call('POST', '/api/files', { purpose: 'logo' })).status).toBe(400)
  })

  test.each([
    ['breaks off', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'],
    ['has no parts', 'multipart/form-data; boundary=b', 'abc'],
    ['has nothing in it', 'multipart/form-data; boundary=b', ''],
    ['has heads without an end', 'multipart/form-data; boundary=b', `--b\r\nx: ${'y'.repeat(20_000)}`],
    ['has a part without a head', 'multipart/form-data; boundary=b', '--b\r\n\r\nabc\r\n--b--\r\n'],
    ['has an empty boundary', 'multipart/form-data; boundary=', '--\r\n\r\n'],
    ['has a boundary of 12 kB', `multipart/form-data; boundary=${'b'.repeat(12_000)}`, `--${'b'.repeat(12_000)}\r\n`],
    [
      'has another boundary',
      'multipart/form-data; boundary=c',
      '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nabc\r\n--b--\r\n',
    ],
  ])("a form that %s is not the server's fault", async (_what, type, body) => {
    const response = await user.fetch('/api/files', { method: 'POST', body, headers: { 'content-type': type } })
    expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(await everything().catch(() => null)).toEqual(expect.toBeOneOf([null, { rows: 0, objects: 0, parts: 0 }]))
    expect(app.logged).toEqual([])
  })

  test('a sender who hangs up in the middle leaves nothing', async () => {
    const call = request(`${app.url}/api/files`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '100000',
        origin: app.url,
        cookie: user.cookieHeader,
        [EXPECTED_USER_HEADER]: user.id,
      },
    })
    const ended = new Promise((resolve) => call.on('error', resolve))
    call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nsome bytes')
    await expect.poll(() => everything().catch(() => null)).toMatchObject({ parts: 1 })
    call.destroy()
    await ended
    await expect.poll(everything).toEqual({ rows: 0, objects: 0, parts: 0 })
  })
})

describe('a store that fails', () => {
  async function failing(change: (real: FileStore) => Partial<FileStore>) {
    const real = app.services.store
    const broken = await startTestApp({ store: { ...real, ...change(real) } })
    const owner = await broken.buildUser()
    return { broken, owner }
  }

  test.each([
    ['a full disk', 'ENOSPC', 507, 'The server is out of disk space. This file was not saved.'],
    ['an error of its own', 'EIO', 500, 'Something went wrong on the server. Nothing you typed is lost; please try again.'],
  ])('%s leaves neither row nor object', async (_what, code, status, text) => {
    const { broken, owner } = await failing(() => ({ put: () => Promise.reject(Object.assign(new Error('no'), { code })) }))
    const response = await owner.upload(await photo())
    expect([response.status, ((await response.json()) as ErrorBody).error.message]).toEqual([status, text])
    expect(await broken.services.db.asSystem((tx) => tx.select().from(files))).toEqual([])
  })

  test('while deleting leaves the row for the sweep', async () => {
    const { broken, owner } = await failing(() => ({ remove: () => Promise.reject(new Error('store away')) }))
    const { media, filePath } = await owner.buildPhoto()
    await owner.api('POST', '/media/delete', { ids: [media?.id] })
    expect(await owner.api('GET', '/media')).toEqual([])
    const [row] = await broken.services.db.asSystem((tx) => tx.select().from(files).where(eq(files.path, filePath)))
    expect(row?.state).toBe('deleting')
    expect(broken.logged.join()).toContain('left to the sweep')
  })
})

test('the folder of a user contains only their own files', async () => {
  const { filePath } = await upload(await photo())
  expect(await app.services.store.read(filePath)).not.toBeNull()
  expect((await readdir(join(app.dataDir, 'files'))).toSorted()).toEqual(['.ninesixteen', user.id].toSorted())
})
