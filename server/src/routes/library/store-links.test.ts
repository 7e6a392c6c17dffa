import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { FileVariant } from '@ninesixteen/shared/api/media'
import { createS3Store } from '../../storage/store/s3-store.ts'
import { parseStorageUrl } from '../../config/storage-url.ts'
import { startTestApp, type TestUser } from '../../testing/app.ts'
import { s3Url, startS3Server } from '../../testing/s3-server.ts'

const PAGE = 'https://studio.example.com'
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>${PAGE}</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`

async function start() {
  const port = await startS3Server(undefined, [CORS])
  const place = parseStorageUrl(s3Url(port))
  if (!place || !('s3' in place)) throw new Error('No address of a store')
  const publicUrl = `http://localhost:${port}`
  const store = createS3Store({ ...place.s3, publicUrl }, 'ninesixteen/')
  const app = await startTestApp({ store })
  return { app, store, publicUrl, user: await app.buildUser() }
}

async function linkOf(user: TestUser, path: string, variant: FileVariant): Promise<string> {
  const [link = ''] = await user.api<string[]>('POST', '/files/urls', { paths: [path], variant })
  return link
}

/** Sends a browser's fetch metadata: Node's fetch always sends the mode of a script. */
async function fetchFile(url: string, mode: 'no-cors' | 'cors') {
  const [{ statusCode, headers }] = (await once(get(url, { agent: false, headers: { 'sec-fetch-mode': mode } }), 'response')) as [
    IncomingMessage,
  ]
  return { status: statusCode, headers, location: headers.location ?? '' }
}

test('pictures come from the store itself, by links of its own that scripts of the page may read', async () => {
  const { app, store, publicUrl, user } = await start()
  const { filePath } = await user.buildPhoto()
  const open = async (variant: FileVariant, mode: 'no-cors' | 'cors' = 'no-cors') =>
    fetchFile(app.url + (await linkOf(user, filePath, variant)), mode)
  for (const [variant, type] of [
    ['original', 'image/jpeg'],
    ['thumbnail', 'image/webp'],
  ] as const) {
    const { status, headers, location } = await open(variant)
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([302, 'private, no-store', 'no-referrer'])
    expect(location).toContain(`${publicUrl}/pictures/ninesixteen/${filePath}`)
    const picture = await fetch(location, { headers: { origin: PAGE } })
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      type,
      'private, max-age=3600',
    ])
    expect(picture.headers.get('access-control-allow-origin')).toBe(PAGE)
    const key = new URL(location).pathname.replace('/pictures/ninesixteen/', '')
    expect(Buffer.from(await picture.arrayBuffer()).equals(Buffer.from((await store.read(key)) ?? []))).toBe(true)
    expect((await open(variant)).location).toBe(location)
  }

  // A script's URL differs from the one that an element of the page has cached.
  const [forElement, forScript] = [(await open('original')).location, (await open('original', 'cors')).location]
  expect(forScript).not.toBe(forElement)
  expect((await fetch(forScript)).status).toBe(200)
})

test('what the store does not have yet is made here, and what it has no more is not there', async () => {
  const { app, store, user } = await start()
  const { filePath } = await user.buildPhoto()
  const cover = app.url + (await linkOf(user, filePath, 'cover'))
  const response = await fetch(cover, { redirect: 'manual' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await response.arrayBuffer()
  expect((await fetch(cover, { redirect: 'manual' })).status).toBe(302)
  const original = app.url + (await linkOf(user, filePath, 'original'))
  await store.remove([filePath])
  expect((await fetch(original, { redirect: 'manual' })).status).toBe(404)
  expect((await fetch(`${original}x`, { redirect: 'manual' })).status).toBe(403)
})

test('a starter photo comes from this server at first, and then its cover from the store', async () => {
  const { app, publicUrl, user } = await start()
  for (const [variant, status] of [
    ['thumbnail', 200],
    ['original', 200],
    ['cover', 302],
    ['original', 302],
  ] as const) {
    const answer = await fetch(app.url + (await linkOf(user, 'starter/dunes.jpg', variant)), { redirect: 'manual' })
    expect([variant, answer.status]).toEqual([variant, status])
    await answer.arrayBuffer()
    const location = answer.headers.get('location')
    if (location === null) continue
    expect(location).toContain(`${publicUrl}/pictures/ninesixteen/starter/dunes.jpg.cover.jpg`)
    expect((await fetch(location)).headers.get('content-type')).toBe('image/jpeg')
  }
})
