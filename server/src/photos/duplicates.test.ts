import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import type { MediaPage, UploadedFile } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { files } from '../db/schema-photos.ts'
import { photo, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

async function send(bytes: Uint8Array, filename = 'photo.jpg', id = randomUUID()): Promise<UploadedFile> {
  const response = await user.upload(bytes, { filename, id })
  expect(response.status).toBe(201)
  return (await response.json()) as UploadedFile
}

async function left() {
  const rows = await app.services.db.asSystem((tx) => tx.select({ bytes: files.bytes, state: files.state }).from(files))
  let objects = 0
  for await (const _ of app.services.store.list()) objects++
  return { rows, objects }
}

describe('the same picture', () => {
  test('is known by the file, whatever its name, and answered with the photo that is there', async () => {
    const bytes = await photo()
    const first = await send(bytes, 'harbour.jpg')
    expect(first.duplicate).toBe(false)
    const again = await send(bytes, 'copy.jpg')
    expect(again).toEqual({ ...first, duplicate: true })
    expect(again.media?.filename).toBe('harbour.jpg')
    expect((await left()).objects).toBe(2)
  })

  test('is known by its pixels, repacked or with other metadata', async () => {
    const png = await sharp(await photo())
      .png()
      .toBuffer()
    const first = await send(png, 'a.png')
    const forms = [
      await sharp(png)
        .png({ compressionLevel: 1 })
        .withExif({ IFD0: { Artist: 'someone' } })
        .toBuffer(),
      await sharp(png).webp({ lossless: true }).toBuffer(),
    ]
    for (const form of forms) expect(await send(form, 'b.png')).toEqual({ ...first, duplicate: true })
  })

  test('sent six times at once is one photo', async () => {
    const bytes = await photo()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(bytes)))
    expect(new Set(answers.map((answer) => answer.media?.id)).size).toBe(1)
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    expect(await left()).toMatchObject({ rows: [{ state: 'stored' }], objects: 2 })
  })

  test('sent once more under the id it has is no duplicate', async () => {
    const [bytes, id] = [await photo(), randomUUID()]
    const first = await send(bytes, 'a.jpg', id)
    expect(await send(bytes, 'a.jpg', id)).toEqual(first)
  })

  test('is another one for another user, as a logo, and after it was deleted', async () => {
    const bytes = await photo()
    const first = await send(bytes)
    const other = await app.buildUser()
    const theirs = (await (await other.upload(bytes)).json()) as UploadedFile
    expect([theirs.duplicate, theirs.filePath === first.filePath]).toEqual([false, false])
    const logo = (await (await user.upload(bytes, { purpose: 'logo' })).json()) as UploadedFile
    expect([logo.duplicate, logo.media]).toEqual([false, null])
    await user.api('POST', '/media/delete', { ids: [first.media?.id] })
    expect((await send(bytes)).duplicate).toBe(false)
  })
})

describe('the quota of a user', () => {
  const full = async (config: { storageQuota: number }) => {
    app = await startTestApp(config)
    user = await app.buildUser()
  }

  test('is never exceeded, by however many uploads at once', async () => {
    const pictures = await Promise.all(Array.from({ length: 50 }, () => photo(64, 48)))
    // The files are smaller than the minimum that each counts.
    const storageQuota = 12.5 * COUNTED_BYTES_MIN
    await full({ storageQuota })
    const answers = await Promise.all(pictures.map((bytes) => user.upload(bytes)))
    const taken = answers.filter((answer) => answer.status === 201).length
    const refused = answers.filter((answer) => answer.status === 507)
    expect([taken, refused.length]).toEqual([12, 38])
    const { rows, objects } = await left()
    expect(rows.every((row) => row.state === 'stored')).toBe(true)
    expect([rows.length, objects]).toEqual([taken, 2 * taken])
    const { error } = (await (refused[0] ?? new Response('{}')).json()) as ErrorBody
    expect(error).toMatchObject({
      code: 'STORAGE_QUOTA',
      message: 'Your storage is full: 3 MB of 3.1 MB used. Delete photos or slideshows you no longer need, then try again.',
    })
  })

  test('is free again after photos are deleted, and is reported with the library', async () => {
    await full({ storageQuota: 3 * 1024 * 1024 })
    const { fileSize } = await send(await photo(4000, 3000))
    await send(await photo(64, 48))
    expect(fileSize).toBeGreaterThan(COUNTED_BYTES_MIN)
    const { items, storage } = await user.api<MediaPage>('GET', '/media/page')
    expect(storage).toEqual({ used: fileSize + COUNTED_BYTES_MIN, limit: 3 * 1024 * 1024 })
    await user.api('POST', '/media/delete', { ids: items.map(({ id }) => id) })
    expect((await user.api<MediaPage>('GET', '/media/page')).storage.used).toBe(0)
  })
})

test('an upload whose line is cut is absent, wherever it is cut, and whole when it is sent again', async () => {
  const [bytes, id] = [Buffer.from(await photo(400, 300)), randomUUID()]
  const boundary = 'cut'
  const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('purpose', 'media')}${field('id', id)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  await mkdir(join(app.dataDir, 'uploads'), { recursive: true })
  const cuts = [1, head.length - 1, head.length + 1, Math.floor(body.length / 2), body.length - boundary.length - 7, body.length - 5]
  for (const cut of cuts) {
    const call = request(`${app.url}/api/files`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
        origin: app.url,
        cookie: user.cookieHeader,
        [EXPECTED_USER_HEADER]: user.id,
      },
    })
    const ended = new Promise((resolve) => call.on('error', resolve))
    await new Promise((resolve) => call.write(body.subarray(0, cut), resolve))
    call.destroy()
    await ended
  }
  await expect
    .poll(async () => ({ ...(await left()), parts: await readdir(join(app.dataDir, 'uploads')) }))
    .toEqual({
      rows: [],
      objects: 0,
      parts: [],
    })
  expect((await send(bytes, 'a.jpg', id)).media?.id).toBe(id)
})
