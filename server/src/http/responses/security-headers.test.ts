import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHealthApp } from '../../app.ts'
import { listen } from '../../bootstrap/listen.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'
import { routeMatrix } from '../../testing/route-matrix/matrix.ts'
import { insertOwned } from '../../testing/route-matrix/owned.ts'
import { callRoute } from '../../testing/route-matrix/row.ts'
import { startMatrixApp } from '../../testing/route-matrix/start.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const PUBLIC_URL = 'https://studio.example.org'
const SAME_ORIGIN = /^(no-referrer|strict-origin-when-cross-origin)$/

/** The directives of a policy. */
function directivesOf(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

/** A policy allows either nothing at all or the needs of our pages; never anything inline. */
function expectPolicy(policy: string, what: string): void {
  expect(policy, what).not.toMatch(/'unsafe-(inline|eval)'|\*|https?:/)
  const directives = directivesOf(policy)
  expect(directives.get('default-src'), what).toBe("'none'")
  if (directives.has('sandbox')) return expect(directives.get('sandbox'), what).toBe('')
  expect(Object.fromEntries(directives), what).toMatchObject({
    'style-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  })
  expect(directives.get('trusted-types'), what).toMatch(/^('none'|ninesixteen-workers)$/)
  expect(directives.get('worker-src') ?? "'self'", what).toBe("'self'")
  for (const source of directives.get('script-src')?.split(' ') ?? [])
    expect(source, what).toMatch(/^'(self|wasm-unsafe-eval|sha256-.{44})'$/)
}

function expectGuarded(headers: Pick<Headers, 'get'>, what: string): void {
  const expected = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'strict-transport-security': 'max-age=31536000',
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)])), what).toEqual(expected)
  expect(headers.get('referrer-policy'), what).toMatch(SAME_ORIGIN)
  expect(headers.get('cache-control'), what).toMatch(/no-store|no-cache|private|max-age=/)
  expectPolicy(headers.get('content-security-policy') ?? '', what)
}

/** Runs the product under its own host name, with a page, a worker and a font. */
async function startServing(
  start: (settings: { webDist: string; painterAssets: string; publicUrl: string; allowedHosts: string[] }) => Promise<TestApp>,
) {
  const webDist = await temporaryFolder()
  await mkdir(join(webDist, 'assets'))
  await writeFile(join(webDist, 'index.html'), `<!doctype html><script>document.title = 1</script>${' '.repeat(2000)}`)
  await writeFile(join(webDist, 'assets/export.worker-aB3dE6gH.js'), 'postMessage(1)')
  await writeFile(join(webDist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return start({ webDist, painterAssets: webDist, publicUrl: PUBLIC_URL, allowedHosts: ['127.0.0.1'] })
}

test('every route of the matrix sends security headers, with and without permission', { tags: ['long'] }, async () => {
  const app = await startServing(startMatrixApp)
  const owner = await app.buildUser()
  const callers = { nobody: app.anonymous, free: await app.buildUser({ pro: false }), owner }
  const owned = await insertOwned(app, owner)
  for (const [name, row] of Object.entries(routeMatrix)) {
    for (const [callerName, caller] of Object.entries(callers)) {
      const { status, headers } = await callRoute(name, row, { caller, owned })
      expectGuarded(headers, `${name} as ${callerName}: ${status}`)
    }
  }
})

test('pages, workers and files send security headers with every kind of response', async () => {
  const app = await startServing(startTestApp)
  const html = { accept: 'text/html' }
  const requests: [what: string, path: string, init?: RequestInit][] = [
    ['the page', '/content_studio', { headers: html }],
    ['the page, packed', '/', { headers: { ...html, 'accept-encoding': 'gzip' } }],
    ['its head alone', '/', { method: 'HEAD', headers: html }],
    ['a worker', '/assets/export.worker-aB3dE6gH.js'],
    ['a part of it', '/assets/export.worker-aB3dE6gH.js', { headers: { range: 'bytes=0-3' } }],
    ['an icon', '/icon.svg'],
    ['a font', '/painter/icon.svg?v=1'],
    ['a page that is not there', '/assets/none.js'],
    ['a call that is not there', '/api/none'],
    ['a method that is not there', '/content_studio', { method: 'DELETE' }],
    ['what a browser asks before a call', '/api/v1/projects', { method: 'OPTIONS' }],
    ['a body that is none', '/api/auth/sign-in/email', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['a call from elsewhere', '/api/v1/projects', { method: 'POST', headers: { origin: 'https://elsewhere.example' } }],
    ['a refused link', '/files/original/none/none.jpg?signature=none'],
    ['an escape that is none', '/%'],
  ]
  for (const [what, path, init] of requests) {
    const reply = await app.anonymous.fetch(path, init)
    expectGuarded(reply.headers, `${what}: ${reply.status}`)
    await reply.body?.cancel()
  }
  const etag = (await app.anonymous.fetch('/', { headers: html })).headers.get('etag') ?? ''
  const cached = await app.anonymous.fetch('/', { headers: { ...html, 'if-none-match': etag } })
  expect(cached.status).toBe(304)
  expectGuarded(cached.headers, 'a page that the browser has')
  expect(directivesOf(cached.headers.get('content-security-policy') ?? '').has('script-src')).toBe(true)
})

/** Headers of a raw response. */
function headersIn(text: string): Headers {
  const lines = text.split('\r\n\r\n', 1)[0]?.split('\r\n').slice(1) ?? []
  return new Headers(lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

test('responses to malformed requests send security headers', async () => {
  const app = await startServing((settings) => startTestApp({ ...settings, bounds: { headMs: 300, silenceMs: 300, graceMs: 300 } }))
  const body = 'content-length: 9'
  const requests: [what: string, lines: string[], status: number][] = [
    ['no request', ['no request'], 400],
    ['a name that is none', ['GET / HTTP/1.1', 'host: a b'], 400],
    ['no name', ['GET / HTTP/1.1', 'host:'], 400],
    ['a name of others', ['GET / HTTP/1.1', 'host: elsewhere.example'], 421],
    ['an address that is none', ['GET http://[ HTTP/1.1'], 400],
    ['too long a head', ['GET / HTTP/1.1', `x-long: ${'x'.repeat(20_000)}`], 431],
    ['an expectation', ['POST /api/none HTTP/1.1', 'expect: miracles', body], 417],
    [
      'a body that does not come',
      ['POST /api/auth/sign-in/email HTTP/1.1', `origin: ${app.url}`, 'content-type: application/json', body],
      408,
    ],
  ]
  for (const [what, lines, status] of requests) {
    const raw = sendRaw(app.url, lines)
    expect([what, await raw.status]).toEqual([what, status])
    expectGuarded(headersIn(raw.text()), what)
    raw.socket.destroy()
  }
})

test('a publisher process sends security headers', async () => {
  const { services } = await startServing(startTestApp)
  const { port, stop } = await listen(createHealthApp(services), { ...services.config, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => stop(0))
  for (const path of ['/healthz', '/none']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    expectGuarded(headers, path)
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
  }
})
