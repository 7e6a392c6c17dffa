import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp, type Caller, type TestApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'
import { routeMatrix } from '../../testing/route-matrix/matrix.ts'
import type { Owned } from '../../testing/route-matrix/owned.ts'
import { isPublicEndpoint } from './body-limits.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

/** Made-up ids for the paths of routes. */
const nothing = new Proxy({} as Owned, { get: () => randomUUID() })
const JSON_TYPE = 'content-type: application/json'

/** Every request with a body; the access matrix makes sure that no route is missing. */
const writing = Object.entries(routeMatrix)
  .map(([name, row]) => ({ method: name.split(' ')[0] ?? '', path: row.path(nothing) }))
  .filter(({ method }) => method !== 'GET')

const sendJson = (caller: Caller, path: string, body: string, method = 'POST') =>
  caller.fetch(path, { method, body, headers: { 'content-type': 'application/json' } })

test('an unauthenticated caller gets the response before sending the body', async () => {
  expect(writing.length).toBeGreaterThan(50)
  for (const { method, path } of writing) {
    const { socket, status } = sendRaw(app.url, [`${method} ${path} HTTP/1.1`, `origin: ${app.url}`, JSON_TYPE, 'content-length: 3000000'])
    expect(`${method} ${path} ${await status}`).toBe(`${method} ${path} ${isPublicEndpoint(path) ? 413 : 401}`)
    socket.destroy()
  }
})

test('a body without a length is not read beyond the limit of unauthenticated callers', async () => {
  const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`
  for (const path of ['/api/auth/sign-in/email', '/api/tiktok-token', '/api/v1/accounts/tiktok/begin', '/api/v1/me/email']) {
    const lines = [`POST ${path} HTTP/1.1`, `origin: ${app.url}`, JSON_TYPE, 'transfer-encoding: chunked']
    expect([path, await sendRaw(app.url, lines, piece.repeat(3)).status]).toEqual([path, isPublicEndpoint(path) ? 413 : 401])
  }
})

test('the response to an oversized body announces and closes the connection', async () => {
  const paths = ['/webhooks/tiktok', '/webhooks/stripe', '/api/auth/sign-in/email', '/api/v1/accounts/tiktok/begin']
  for (const path of paths)
    for (const length of ['content-length: 3000000', 'transfer-encoding: chunked']) {
      const piece = length.startsWith('content') ? ' '.repeat(300_000) : `50000\r\n${' '.repeat(0x50000)}\r\n`
      const response = sendRaw(app.url, [`POST ${path} HTTP/1.1`, `origin: ${app.url}`, JSON_TYPE, length], piece)
      expect([path, length, await response.status]).toEqual([path, length, 413])
      await response.closed
      expect(response.text().toLowerCase()).toContain('\r\nconnection: close\r\n')
    }
})

test('parser bombs are rejected unparsed, for unauthenticated callers and for users', async () => {
  const user = await app.buildUser()
  const project = await user.buildProject()
  const deep = '['.repeat(30_000)
  const longArray = `[${'1,'.repeat(20_000)}1]`
  for (const body of [deep, longArray]) {
    const response = await sendJson(app.anonymous, '/api/auth/sign-in/email', body)
    expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([400, 'INVALID_INPUT'])
  }
  for (const body of ['['.repeat(2_000_000), `[${'[],'.repeat(1_000_000)}1]`, `{${'"a":1,'.repeat(300_000)}"a":1}`]) {
    const response = await sendJson(user, `/api/v1/projects/${project.id}`, body, 'PUT')
    expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([400, 'INVALID_INPUT'])
  }
})

test('users may send bodies up to the limit of the endpoint', async () => {
  const user = await app.buildUser()
  const slides = Array.from({ length: 30 }, () => buildSlide('x', { description: 'd'.repeat(4000) }))
  expect((await user.buildProject({ slides })).slides).toHaveLength(30)
  const caption = 'x'.repeat(1_100_000)
  const response = await user.call<ErrorBody>('POST', '/api/v1/templates', { name: 'x', caption })
  expect([response.status, response.body.error.message]).toEqual([413, 'This is too large. The limit is 1 MB.'])
})

test('one user sends at most two large bodies at once and does not delay others', async () => {
  const [one, other] = await Promise.all([app.buildUser(), app.buildUser()])
  const [ownProject, otherProject] = await Promise.all([one.buildProject(), other.buildProject()])
  const path = `/api/v1/projects/${ownProject.id}`
  const session = [`cookie: ${one.cookieHeader}`, `${EXPECTED_USER_HEADER}: ${one.id}`]
  const lines = [`PUT ${path} HTTP/1.1`, `origin: ${app.url}`, ...session, JSON_TYPE, 'content-length: 1000000']
  const save = (version: number) => ({
    version,
    saveId: randomUUID(),
    slides: Array.from({ length: 35 }, () => buildSlide('x', { description: 'd'.repeat(4000), title: 'é'.repeat(300) })),
    // Whitespace makes it big.
    padding: ' '.repeat(300_000),
  })
  const saved = async (caller: Caller, id: string, version: number) =>
    (await caller.call('PUT', `/api/v1/projects/${id}`, save(version))).status
  const waiting = [1, 2, 3].map(() => sendRaw(app.url, lines))
  // Two bodies never arrive; the third request gets a response.
  expect(await Promise.any(waiting.map(({ status }) => status))).toBe(429)
  expect(await saved(one, ownProject.id, 1)).toBe(429)
  expect(await saved(other, otherProject.id, 1)).toBe(200)
  expect((await one.call('PATCH', path, { title: 'small' })).status).toBe(200)
  for (const { socket } of waiting) socket.destroy()
  await expect.poll(() => saved(one, ownProject.id, 2)).toBe(200)
})
