import { beforeEach, describe, expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { AUTH_PATHS } from '../auth/auth.ts'
import { DEMO_PATH, TRY_PATH } from '../auth/demo-sign-in.ts'
import { LINK_PATHS } from '../auth/link-endpoints.ts'
import { SECOND_FACTOR_BEGINNINGS } from '../auth/second-factor/paths.ts'
import { Caller, type TestApp, type TestUser } from '../testing/app.ts'
import { routeMatrix } from '../testing/route-matrix/matrix.ts'
import { insertOwned, type Owned } from '../testing/route-matrix/owned.ts'
import { callRoute, type Row } from '../testing/route-matrix/row.ts'
import { rowsOf } from '../testing/route-matrix/rows-of.ts'
import { startMatrixApp } from '../testing/route-matrix/start.ts'

/**
 * Browsers send the cookie of the latest sign-in. To keep one user's changes out of another's account, every state-changing request names
 * its user; the matrix, which a test compares with the router, provides the routes.
 */

let app: TestApp
let owner: TestUser
let owned: Owned
beforeEach(async () => {
  app = await startMatrixApp()
  owner = await app.buildUser()
  owned = await insertOwned(app, owner)
})

const at = (path: string): Row => ({ path: () => path, body: () => ({}), expect: [401, 200, 200, 200] })
/** They begin a session without an expected user, or a mail link grants access. */
const OF_NOBODY: readonly string[] = ['/sign-up/email', '/sign-in/email', DEMO_PATH, TRY_PATH, ...SECOND_FACTOR_BEGINNINGS, ...LINK_PATHS]
const authRoutes = AUTH_PATHS.filter((path) => !OF_NOBODY.includes(path))
/** They take no session: a link grants access, a platform's signature, or a key. */
const bySomethingElse = (name: string): boolean => /^[A-Z]+ \/(api\/v1\/(hand-over|approvals)|webhooks|api\/public|mcp)(\/|$)/.test(name)
const writing: [string, Row][] = [
  ...Object.entries(routeMatrix).filter(([name]) => !name.startsWith('GET ') && name !== 'POST /api/auth/*' && !bySomethingElse(name)),
  ...authRoutes.map((path): [string, Row] => [`POST /api/auth${path}`, at(`/api/auth${path}`)]),
]
const codeOf = (text: string): string => (JSON.parse(text) as { error: { code: string } }).error.code

/** The owner's session in a page that shows another user, or that doesn't name one. */
function pageOf(userId: string | null): Caller {
  const page = owner.withHeaders({})
  page.userId = userId
  return page
}

describe('a request that changes something', () => {
  test('is rejected from a page of another user', async () => {
    const other = await app.buildUser()
    const rowsBefore = [await rowsOf(app, owner.id), await rowsOf(app, other.id)]
    const page = pageOf(other.id)
    for (const [name, row] of writing) {
      const { status, text } = await callRoute(name, row, { caller: page, owned })
      expect(`${name}: ${status} ${codeOf(text)}`).toBe(`${name}: 409 WRONG_PERSON`)
    }
    expect([await rowsOf(app, owner.id), await rowsOf(app, other.id)]).toEqual(rowsBefore)
    expect((await owner.call('GET', '/api/v1/me')).status).toBe(200)
  })

  test('is rejected without an expected user', async () => {
    const rowsBefore = await rowsOf(app, owner.id)
    for (const [name, row] of writing) {
      const { status, text } = await callRoute(name, row, { caller: pageOf(null), owned })
      expect(`${name}: ${status} ${codeOf(text)}`).toBe(`${name}: 400 PERSON_REQUIRED`)
    }
    expect(await rowsOf(app, owner.id)).toBe(rowsBefore)
    expect((await owner.call('GET', '/api/v1/me')).status).toBe(200)
  })

  test('with an expected user requires a session', async () => {
    const caller = new Caller(app.url, { [EXPECTED_USER_HEADER]: owner.id })
    for (const [name, row] of writing) {
      const { status, text } = await callRoute(name, row, { caller, owned })
      expect(`${name}: ${status} ${codeOf(text)}`).toBe(`${name}: 401 UNAUTHENTICATED`)
    }
  })
})

test('a read needs no expected user, and is rejected for another one', async () => {
  const other = await app.buildUser()
  for (const [name, row] of Object.entries(routeMatrix).filter(([route]) =>
    /^GET \/api\/(v1\/(?!hand-over|approvals)|generate|account)/.test(route),
  )) {
    if (name === 'GET /api/v1/config') continue
    const rejected = await callRoute(name, row, { caller: pageOf(other.id), owned })
    expect(`${name}: ${rejected.status} ${codeOf(rejected.text)}`).toBe(`${name}: 409 WRONG_PERSON`)
    expect(`${name}: ${(await callRoute(name, row, { caller: pageOf(null), owned })).status}`).toBe(`${name}: ${row.expect[3]}`)
  }
})

test('every response names the user of its session', async () => {
  const other = await app.buildUser()
  const userHeader = async (page: Caller, method: string, path: string): Promise<string | null> =>
    (await page.fetch(path, { method })).headers.get(EXPECTED_USER_HEADER)
  expect(await userHeader(owner, 'GET', '/api/v1/projects')).toBe(owner.id)
  expect(await userHeader(owner, 'GET', `/api/generate/${owned.project}/events`)).toBe(owner.id)
  expect(await userHeader(owner, 'DELETE', '/api/v1/templates/none')).toBe(owner.id)
  expect(await userHeader(pageOf(other.id), 'POST', '/api/auth/sign-out')).toBe(owner.id)
  expect(await userHeader(pageOf(other.id), 'POST', '/functions/openai-secure')).toBe(owner.id)
  expect(await userHeader(app.anonymous, 'GET', '/api/v1/config')).toBeNull()
})

test('a bearer token needs no expected user, and must match one', async () => {
  const { headers } = await new Caller(app.url).call('POST', '/api/auth/sign-in/email', { email: owner.email, password: owner.password })
  const program = new Caller(app.url, { authorization: `Bearer ${headers.get('set-auth-token')}` })
  expect((await program.call('POST', '/api/v1/companies', { name: 'Bearer Ltd' })).status).toBe(201)
  const misled = program.withHeaders({ authorization: `Bearer ${headers.get('set-auth-token')}`, [EXPECTED_USER_HEADER]: 'somebody-else' })
  expect((await misled.call('POST', '/api/v1/companies', { name: 'Other Ltd' })).status).toBe(409)
})

test('signing in replaces the current session, without an expected user', async () => {
  const other = await app.buildUser()
  const browser = owner.withHeaders({})
  const { status } = await browser.call('POST', '/api/auth/sign-in/email', { email: other.email, password: other.password })
  expect(status).toBe(200)
  expect(await browser.api<{ id: string }>('GET', '/me')).toMatchObject({ id: other.id })
  // The window that still shows the owner can't sign the other user out.
  browser.userId = owner.id
  expect((await browser.call('POST', '/api/auth/sign-out', {})).status).toBe(409)
  browser.userId = other.id
  expect((await browser.call('GET', '/api/v1/me')).status).toBe(200)
})
