import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp } from './testing/app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const PAGE = `<!doctype html><script>document.title = 'x'</script><script src="/a.js"></script><p>${'page '.repeat(400)}</p>`

async function webFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  const script = 'export const x = 1;\n'.repeat(200)
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets/index-nMIZtbfO.js'), script)
  await writeFile(join(folder, 'assets/index-nMIZtbfO.js.br'), await promisify(brotliCompress)(script))
  return folder
}

describe('the web app', () => {
  test('serves one revalidated page for every browser path', async () => {
    const { url } = await startTestApp({ webDist: await webFolder() })
    for (const path of ['/', '/content_studio', '/auth/callback?code=1', '/index.html', '/settings?tab=accounts']) {
      const response = await fetch(url + path, { headers: { accept: 'text/html' } })
      expect([response.status, await response.text()], path).toEqual([200, PAGE])
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  test('sends a strict policy with hashes of its inline scripts', async () => {
    const { url } = await startTestApp({ webDist: await webFolder() })
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|script-src[^;]*'unsafe-eval'|https?:/)
    expect(policy.match(/'sha256-/g)).toHaveLength(1)
  })

  test('caches hashed files forever and serves their precompressed encoding', async () => {
    const { url } = await startTestApp({ webDist: await webFolder() })
    const asset = `${url}/assets/index-nMIZtbfO.js`
    const packed = await fetch(asset, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await packed.text()).toContain('export const x')
    const plain = await fetch(asset, { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 4000])
    const etag = packed.headers.get('etag') ?? ''
    expect((await fetch(asset, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${url}/icon.svg`)).headers.get('cache-control')).toBe('no-cache')
  })

  test('does not serve the page for a missing file', async () => {
    const { url } = await startTestApp({ webDist: await webFolder() })
    for (const path of ['/assets/index-gone.js', '/api/nothing', '/files/x', '/painter/none.ttf']) {
      const response = await fetch(url + path)
      expect([response.status, ((await response.json()) as ErrorBody).error.code], path).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('finds files of a new build without a restart', { tags: ['long'] }, async () => {
    const folder = await webFolder()
    const { url } = await startTestApp({ webDist: folder })
    expect((await fetch(`${url}/assets/index-nMIZtbfO.js`)).status).toBe(200)
    await writeFile(join(folder, 'assets/new-AAAAAAAA.js'), 'new')
    await expect.poll(async () => (await fetch(`${url}/assets/new-AAAAAAAA.js`)).status).toBe(200)
  })

  test('rejects path traversal', async () => {
    const folder = await webFolder()
    await writeFile(join(folder, '..', 'canary.txt'), 'canary')
    const { url } = await startTestApp({ webDist: join(folder), painterAssets: join(folder, 'assets') })
    const paths = [
      '/../canary.txt',
      '/%2e%2e/canary.txt',
      '/..%2fcanary.txt',
      '/%252e%252e/canary.txt',
      '/assets/..%5c..%5ccanary.txt',
      '/painter/../index.html',
      '/painter/%2e%2e/index.html',
      '/%00',
      '/%',
      '/%ff',
    ]
    for (const path of paths) expect(await raw(url, path), path).not.toMatch(/canary|^5/)
    await rm(join(folder, '..', 'canary.txt'))
  })
})

/** Sends a request path unmodified. */
function raw(url: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const call = request({ hostname, port, path, headers: { accept: 'image/png' } }, (response) => {
      let text = String(response.statusCode)
      response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text))
    })
    call.on('error', reject).end()
  })
}

test('compresses painter assets once and caches them forever by version', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'fonts'))
  await writeFile(join(folder, 'fonts/latin.ttf'), 'font '.repeat(2000))
  const { url } = await startTestApp({ painterAssets: folder })
  const versioned = await fetch(`${url}/painter/fonts/latin.ttf?v=9033e0886597`, { headers: { 'accept-encoding': 'br' } })
  expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([versioned.headers.get('content-type'), versioned.headers.get('content-encoding')]).toEqual(['font/ttf', 'br'])
  expect((await versioned.text()).length).toBe(10_000)
  expect((await fetch(`${url}/painter/fonts/latin.ttf`)).headers.get('cache-control')).toBe('no-cache')
  expect(brotliDecompressSync(Buffer.from(await rawBody(`${url}/painter/fonts/latin.ttf`))).length).toBe(10_000)
})

function rawBody(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    })
      .on('error', reject)
      .end()
  })
}

describe('every response', () => {
  test.each([
    '/',
    '/api/v1/me',
    '/api/v1/none',
    '/healthz',
    '/files/original/u/x.jpg',
    '/painter/x',
    '/api/auth/get-session',
    '/api/auth/none',
  ])('of %s has the security headers and a request id', async (path) => {
    const { url } = await startTestApp({ webDist: await webFolder() })
    const { headers } = await fetch(url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('referrer-policy')).toBeTruthy()
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('requires HTTPS if the product uses it, but not for subdomains', async () => {
    const { url } = await startTestApp({ publicUrl: 'https://studio.example' })
    expect((await fetch(`${url}/healthz`)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test("of the API names the server's contract version", async () => {
    const { anonymous } = await startTestApp()
    for (const path of ['/me', '/none', '/public-config']) {
      const reply = await anonymous.fetch(`/api/v1${path}`)
      expect(reply.headers.get('x-ninesixteen-contract'), path).toBe('2')
    }
  })

  test('of the API is compressed if it is large enough', async () => {
    const app = await startTestApp()
    const response = await fetch(`${app.url}/api/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const description = (await response.json()) as { openapi: string; paths: Record<string, unknown> }
    expect(description.openapi).toMatch(/^3\.1/)
    expect(Object.keys(description.paths)).toContain('/projects/{id}')
  })
})

describe('a request body', () => {
  test('above 4 MB is rejected, with and without a length', async () => {
    const app = await startTestApp()
    const user = await app.buildUser()
    const body = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })
    for (const sent of [body, new Blob([body]).stream()]) {
      const response = await user.fetch('/api/v1/companies', {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      })
      expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([413, 'BODY_TOO_LARGE'])
    }
  })

  test.each(['{', '[]', '"x"', 'null', '{"name":{"$gt":""}}', `{"name":${'['.repeat(100_000)}`, '{"name":"\\ud800"}'.slice(0, 12)])(
    '%#: with an invalid shape is rejected',
    async (body) => {
      const app = await startTestApp()
      const user = await app.buildUser()
      const response = await user.fetch('/api/v1/companies', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([
        400,
        expect.stringMatching(/^(INVALID_INPUT|COMPANY_NAME_REQUIRED)$/),
      ])
    },
  )

  test('with text the database cannot store is cleaned', async () => {
    const app = await startTestApp()
    const user = await app.buildUser()
    expect((await user.buildCompany('a\0b\ud800')).name).toBe('ab\ufffd')
    expect((await user.buildProject({ slides: [buildSlide('x\0\udc00')] })).slides[0]?.textBoxes[0]?.text).toBe('x\ufffd')
  })
})

describe('without a database', () => {
  test('requests get a 503 and work again later, while the process stays up', async () => {
    const app = await startTestApp()
    const user = await app.buildUser()
    const { pool } = app.services.db
    const { connect, query } = pool
    const refused = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    Object.assign(pool, { connect: refused, query: refused })
    const paths: [string, string, unknown][] = [
      ['GET', '/readyz', undefined],
      ['GET', '/api/v1/companies', undefined],
      ['POST', '/api/auth/sign-in/email', { email: 'a@example.org', password: 'abcdef' }],
    ]
    for (const [method, path, body] of paths) {
      const response = await user.call<ErrorBody>(method, path, body)
      expect([path, response.status, response.body.error.code]).toEqual([path, 503, 'UNAVAILABLE'])
      expect(response.headers.get('retry-after')).toBe('2')
    }
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    Object.assign(pool, { connect, query })
    expect((await user.call('GET', '/api/v1/companies')).status).toBe(200)
  })
})
