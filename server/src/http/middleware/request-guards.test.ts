import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { startTestApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { isAllowedHost } from '../../config/allowed-hosts.ts'

const names = { publicUrl: 'https://Studio.example.com', allowedHosts: ['studio.local', 'app'] }

test.each([
  'studio.example.com',
  'STUDIO.example.com:443',
  'studio.example.com.',
  'localhost:3000',
  'localhost.',
  'ninesixteen.localhost',
  'studio.local:3000',
  'app:3000',
  '127.0.0.1:3000',
  '127.9.9.9',
  '10.0.0.7:80',
  '172.31.255.255',
  '192.168.1.20:3000',
  '169.254.1.1',
  '100.100.1.1',
  '[::1]:3000',
  '[fd12:3456::1]',
  '[fe80::1]:80',
  '[::ffff:192.168.1.1]',
])('isAllowedHost accepts %s', (host) => {
  expect(isAllowedHost(host, names)).toBe(true)
})

test.each([
  'evil.example',
  'evil.example:3000',
  'example.com',
  'x.studio.example.com',
  'studio.example.com.evil.example',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  '192.168.1.20.nip.io',
  'studio.local.evil.example',
  'printer',
  '203.0.113.5',
  '172.32.0.1',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '[2001:db8::1]',
  '[::]',
  '[::ffff:203.0.113.5]',
  'user@localhost',
  'localhost/x',
  'localhost evil.example',
  'localhost:3000:80',
  '',
  '[',
  'a'.repeat(300),
])('isAllowedHost rejects %j', (host) => {
  expect(isAllowedHost(host, names)).toBe(false)
})

describe('DNS rebinding', () => {
  const lines = (method: string, path: string, host: string, headers: string[] = []) => [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...headers,
  ]

  test('cannot read, sign in or write', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    const app = await startTestApp({ webDist: folder })
    const user = await app.buildUser()
    const cookie = `cookie: ${user.cookieHeader}`
    for (const host of ['evil.example', `evil.example:${new URL(app.url).port}`]) {
      for (const path of ['/', '/content_studio', '/api/v1/config', '/api/v1/projects', '/api/auth/get-session', '/files/x', '/none']) {
        expect([path, await sendRaw(app.url, lines('GET', path, host, [cookie])).status]).toEqual([path, 421])
      }
      const body = JSON.stringify({ email: user.email, password: user.password })
      const json = [`origin: http://${host}`, 'content-type: application/json', `content-length: ${body.length}`]
      expect(await sendRaw(app.url, lines('POST', '/api/auth/sign-in/email', host, json), body).status).toBe(421)
      const headers = [`origin: http://${host}`, cookie]
      expect(await sendRaw(app.url, lines('POST', `/api/v1/projects/x/duplicate`, host, headers)).status).toBe(421)
    }
    expect(await sendRaw(app.url, lines('GET', `http://evil.example/api/v1/config`, new URL(app.url).host)).status).toBe(421)
  })

  test('is answered with a message that names the settings, to browsers and API clients', async () => {
    const app = await startTestApp()
    const page = sendRaw(app.url, lines('GET', '/', 'studio.local', ['accept: text/html', 'connection: close']))
    await page.closed
    expect(page.text()).toMatch(/^HTTP\/1\.1 421 [^]*content-type: text\/plain[^]*set PUBLIC_URL [^]* ALLOWED_HOSTS\.$/i)
    const call = sendRaw(app.url, lines('GET', '/api/v1/config', 'studio.local', ['connection: close']))
    await call.closed
    expect(call.text()).toContain('"code":"HOST_UNKNOWN"')
    expect(page.text() + call.text()).not.toContain(app.services.config.publicUrl)
  })
})

test.each(['203.0.113.5:3000', '[2001:db8::1]:3000'])('a visitor of %s is told the host name and the setting', async (host) => {
  const app = await startTestApp({ publicUrl: 'https://studio.example.com' })
  const page = sendRaw(app.url, ['GET / HTTP/1.1', `host: ${host}`, 'accept: text/html', 'connection: close'])
  await page.closed
  expect(page.text()).toMatch(/^HTTP\/1\.1 421 [^]*by its name: https:\/\/studio\.example\.com\. [^]*set PUBLIC_URL [^]* ALLOWED_HOSTS\.$/)
  const call = sendRaw(app.url, ['GET /api/v1/config HTTP/1.1', `host: ${host}`, 'connection: close'])
  await call.closed
  expect(call.text()).toContain('"code":"HOST_NUMBER"')
})

test('an allowed host serves pages and accepts their writes', async () => {
  const app = await startTestApp({ allowedHosts: ['studio.local'] })
  const user = await app.buildUser()
  const origin = 'origin: http://studio.local:3000'
  const headers = (one: string) => [
    'host: studio.local:3000',
    one,
    `cookie: ${user.cookieHeader}`,
    `${EXPECTED_USER_HEADER}: ${user.id}`,
    'content-length: 16',
    'content-type: application/json',
  ]
  const create = (one: string) => sendRaw(app.url, ['POST /api/v1/companies HTTP/1.1', ...headers(one)], '{"name": "Acme"}').status
  expect(await create(origin)).toBe(201)
  expect(await create('origin: http://studio.local')).toBe(403)
  expect(await create('origin: http://evil.example')).toBe(403)
})

test.each(['studio.example.com', '127.0.0.1:3000', 'localhost:3000'])('a proxy that forwards %s as the host works', async (host) => {
  const app = await startTestApp({ publicUrl: 'https://studio.example.com' })
  const user = await app.buildUser({ pro: false }).catch(() => null)
  // The test client signs up with an origin other than the public one, and an allowed host.
  expect(user).not.toBeNull()
  const body = JSON.stringify({ email: user?.email, password: user?.password })
  const lines = [
    `POST /api/auth/sign-in/email HTTP/1.1`,
    `host: ${host}`,
    'origin: https://studio.example.com',
    'content-type: application/json',
  ]
  expect(await sendRaw(app.url, [...lines, `content-length: ${body.length}`], body).status).toBe(200)
})

test.each(['/healthz', '/readyz'])('%s ignores the host header', async (path) => {
  const app = await startTestApp()
  for (const host of ['10.1.2.3', 'lb.internal', 'evil.example'])
    expect(await sendRaw(app.url, [`GET ${path} HTTP/1.1`, `host: ${host}`]).status).toBe(200)
})
