// @module-tag long

import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createImageDecoder } from '../image-decoding/image-decoder.ts'
import { files } from '../db/schema-photos.ts'
import { photo, startTestApp, type TestUser } from '../testing/app.ts'

let heavy: Buffer
beforeAll(async () => {
  heavy = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#456' } })
    .avif({ effort: 0 })
    .toBuffer()
})

function codecWith(options: Parameters<typeof createImageDecoder>[0]) {
  const codec = createImageDecoder(options)
  onTestFinished(() => codec.close())
  return codec
}

/** Uploads all images at once, and logs the user's name with each response. */
function sendAll(user: TestUser, pictures: readonly Uint8Array[], note: (status: number) => void): Promise<void[]> {
  return Promise.all(
    pictures.map(async (bytes) => {
      const { status } = await user.upload(bytes, { purpose: 'image-box' })
      note(status)
    }),
  )
}

test('a single upload does not wait for the twelve of another user', async () => {
  const app = await startTestApp()
  const [many, one] = [await app.buildUser(), await app.buildUser()]
  const answers: string[] = []
  const ofMany = sendAll(
    many,
    Array.from({ length: 12 }, () => heavy),
    (status) => answers.push(`many ${status}`),
  )
  await expect.poll(() => answers.length, { timeout: 50_000 }).toBeGreaterThan(0)
  await sendAll(one, [await photo()], (status) => answers.push(`one ${status}`))
  await ofMany
  // Two in progress, one that had its turn meanwhile, and a margin for delays between response and arrival.
  expect(answers.indexOf('one 201')).toBeLessThan(8)
  expect(answers.filter((answer) => answer === 'many 201')).toHaveLength(12)
})

test('more than may wait are told when to come again, before their picture is read', async () => {
  const app = await startTestApp({ codec: codecWith({ waiting: { maxQueuedPerUser: 3, maxQueued: 100 } }) })
  const [many, one] = [await app.buildUser(), await app.buildUser()]
  const refused = new Set<string>()
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const answer = await many.upload(heavy, { purpose: 'image-box' })
      if (answer.status !== 201) refused.add(`${answer.status} ${answer.headers.get('retry-after')} ${await answer.text()}`)
      return answer.status
    }),
  )
  expect([...refused]).toEqual([expect.stringContaining('429 5 {"error":{"code":"RATE_LIMITED"')])
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4)
  expect((await one.upload(await photo())).status).toBe(201)
  expect(app.logged).toEqual([])
})

test('an aborted upload leaves nothing behind', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const leaving = new AbortController()
  const form = (): FormData => {
    const made = new FormData()
    made.set('purpose', 'image-box')
    made.set('file', new File([new Uint8Array(heavy)], 'a.avif'))
    return made
  }
  const stays = user.fetch('/api/files', { method: 'POST', body: form() })
  const left = Array.from({ length: 4 }, () =>
    user.fetch('/api/files', { method: 'POST', body: form(), signal: leaving.signal }).catch((error: unknown) => error),
  )
  expect((await stays).status).toBe(201)
  leaving.abort()
  await Promise.all(left)
  // One more upload: when it is done, those in progress are done, too.
  expect((await user.upload(await photo(), { purpose: 'image-box' })).status).toBe(201)
  const rows = await app.services.db.asSystem((tx) => tx.select({ state: files.state }).from(files))
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['stored']))
  expect(app.logged).toEqual([])
})

test('a decoder that is lost is the fault of its picture, and no failure of the server', async () => {
  const app = await startTestApp({ codec: codecWith({ residentMax: { beside: 1e9, alone: 1 } }) })
  const user = await app.buildUser()
  const answer = await user.upload(heavy, { purpose: 'image-box' })
  expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'UPLOAD_TOO_COMPLEX' } }])
  expect((await user.upload(await photo())).status).toBe(201)
  expect(app.logged).toEqual([])
})
