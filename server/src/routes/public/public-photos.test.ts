import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PublicPhoto } from '@ninesixteen/shared/public-api/photos'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { photo, startTestApp, type TestUser } from '../../testing/app.ts'
import { sandboxPlatforms } from '../../testing/sandbox-platforms.ts'

/** A host whose folder `tumblr-media` the configuration trusts, as it does the sandbox's. */
async function photoHost(files: Record<string, Uint8Array | string>) {
  const requests: string[] = []
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '')
    const found = files[incoming.url ?? '']
    if (typeof found === 'string') outgoing.writeHead(302, { location: found }).end()
    else outgoing.writeHead(found ? 200 : 404, { 'content-type': 'image/jpeg' }).end(found)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests }
}

let host: Awaited<ReturnType<typeof photoHost>>
let user: TestUser
let key: ApiCaller
beforeEach(async () => {
  host = await photoHost({
    '/tumblr-media/a.jpg': await photo(300, 200),
    '/tumblr-media/page.jpg': Buffer.from('<html>'.repeat(20)),
    '/tumblr-media/inside.jpg': 'http://127.0.0.1:1/a.jpg',
    '/tumblr-media/metadata.jpg': 'https://169.254.169.254/latest',
    '/private.jpg': await photo(),
  })
  const app = await startTestApp({ platforms: sandboxPlatforms(host.url) })
  user = await app.buildUser()
  key = await buildApiKey(user)
})

const add = (body: Record<string, unknown>, idempotencyKey?: string) =>
  key.call<{ photo: PublicPhoto; is_duplicate: boolean; code?: string; details?: unknown }>('POST', '/photos/import', {
    body,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

test('a photo is added as Base64 once, for a company', async () => {
  const company = await user.buildCompany()
  const body = { data: Buffer.from(await photo(300, 200)).toString('base64'), filename: 'a/cup.jpg', company_id: company.id }
  const added = await add(body, 'one')
  expect([added.status, added.body]).toMatchObject([
    201,
    { photo: { filename: 'cup.jpg', width: 300, height: 200, company_ids: [company.id] }, is_duplicate: false },
  ])
  expect((await add(body, 'one')).headers.get('idempotent-replayed')).toBe('true')
  expect((await add(body)).body).toMatchObject({ photo: { id: added.body.photo.id }, is_duplicate: true })
})

test('a photo is added from its address', async () => {
  const added = await add({ url: `${host.url}/tumblr-media/a.jpg` })
  expect([added.status, added.body]).toMatchObject([201, { photo: { width: 300, height: 200 } }])
  expect((await add({ url: `${host.url}/tumblr-media/none.jpg` })).body.code).toBe('REMOTE_PICTURE_GONE')
  expect((await add({ url: `${host.url}/tumblr-media/page.jpg` })).body.code).toBe('UPLOAD_NOT_IMAGE')
})

test.each([
  'HOST/private.jpg',
  'HOST/tumblr-media/inside.jpg',
  'HOST/tumblr-media/metadata.jpg',
  'https://127.0.0.1/a.jpg',
  'https://[::1]/a.jpg',
  'https://localhost/a.jpg',
  'https://169.254.169.254/latest/meta-data',
  'http://example.com/a.jpg',
  'https://example.com:8443/a.jpg',
  'https://user:secret@example.com/a.jpg',
  'file:///etc/passwd',
])('the address %s is refused', async (url) => {
  expect(await add({ url: url.replace('HOST', host.url) })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  expect(host.asked).not.toContain('/private.jpg')
})

test('a photo has one source, and what is no photo is refused', async () => {
  const data = Buffer.from(await photo()).toString('base64')
  expect((await add({})).status).toBe(400)
  expect((await add({ data, url: 'https://example.com/a.jpg' })).status).toBe(400)
  expect((await add({ data: 'no Base64!' })).status).toBe(400)
  expect((await add({ data: Buffer.from('<svg/>').toString('base64') })).body.code).toBe('UPLOAD_NOT_IMAGE')
  expect((await add({ data: 'A'.repeat(3_500_004) })).status).toBe(400)
  expect((await add({ data: 'A'.repeat(4_400_000) })).status).toBe(413)
})
