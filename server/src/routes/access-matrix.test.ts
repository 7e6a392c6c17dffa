import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { traverseContractProcedures } from '@orpc/server'
import { API_PREFIX, contract } from '@ninesixteen/shared/api/contract'
import { PUBLIC_API_PREFIX, publicContract } from '@ninesixteen/shared/public-api/contract'
import { createApp } from '../app.ts'
import { sessions } from '../db/schema-accounts.ts'
import { Caller, type TestApp, type TestUser } from '../testing/app.ts'
import { routeMatrix } from '../testing/route-matrix/matrix.ts'
import { CANARY, insertOwned, type Owned } from '../testing/route-matrix/owned.ts'
import { callRoute } from '../testing/route-matrix/row.ts'
import { rowsOf } from '../testing/route-matrix/rows-of.ts'
import { startMatrixApp } from '../testing/route-matrix/start.ts'

/**
 * Checks every route's permissions. The routes come from the running router and the contract; a route missing in testing/route-matrix
 * fails, and so does an entry without a route.
 */

let app: TestApp
let owner: TestUser
let owned: Owned
beforeEach(async () => {
  app = await startMatrixApp()
  owner = await app.buildUser({ email: `${CANARY}@example.org` })
  owned = await insertOwned(app, owner)
})

const ownersRows = () => rowsOf(app, owner.id)

test('the matrix lists every route of the router and of the contract', () => {
  const routes = createApp(app.services)
    .routes.filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method} ${route.path}`)
  const calls: string[] = []
  for (const [prefix, router] of [
    [API_PREFIX, contract],
    [PUBLIC_API_PREFIX, publicContract],
  ] as const) {
    traverseContractProcedures({ router, path: [] }, ({ contract: procedure }) => {
      const { method, path } = procedure['~orpc'].route
      calls.push(`${method} ${prefix}${path}`)
    })
  }
  expect(calls.length).toBeGreaterThan(15)
  expect([...new Set([...routes, ...calls])].toSorted()).toEqual(Object.keys(routeMatrix).toSorted())
})

test('anonymous callers, free users and other Pro users can neither read nor change the owner’s data', async () => {
  const callers = { nobody: app.anonymous, free: await app.buildUser({ pro: false }), other: await app.buildUser() }
  const rowsBefore = await ownersRows()
  for (const [name, row] of Object.entries(routeMatrix)) {
    for (const [index, [role, caller]] of Object.entries(callers).entries()) {
      const { status, text } = await callRoute(name, row, { caller, owned })
      expect(`${name} as ${role}: ${status}`).toBe(`${name} as ${role}: ${row.expect[index]}`)
      if (!row.path(owned).includes('signature=')) expect(text.includes(CANARY), `${name} as ${role} tells of the owner`).toBe(false)
    }
  }
  expect(await ownersRows()).toBe(rowsBefore)
  const urls = await callers.other.api('POST', '/files/urls', { paths: [owned.file], variant: 'original' })
  expect(urls).toEqual([null])
})

test('an expired session of the owner has no more access than none', async () => {
  const [liveSession] = await app.services.db.asSystem((tx) => tx.select().from(sessions).where(eq(sessions.userId, owner.id)))
  if (!liveSession) throw new Error('The owner has no session')
  const expiresAt = new Date(Date.now() - 1000)
  // An expired demo is deleted on access, so each request needs a new one.
  const runOut = () =>
    app.services.db.asSystem((tx) =>
      tx
        .insert(sessions)
        .values({ ...liveSession, expiresAt })
        .onConflictDoUpdate({ target: sessions.id, set: { expiresAt } }),
    )
  const caller = new Caller(app.url, { cookie: owner.cookieHeader })
  expect((await caller.fetch('/api/v1/projects')).status).toBe(200)
  const rowsBefore = await ownersRows()
  for (const [name, row] of Object.entries(routeMatrix)) {
    await runOut()
    const { status, text } = await callRoute(name, row, { caller, owned })
    expect(`${name}: ${status}`).toBe(`${name}: ${row.expect[0]}`)
    if (!row.path(owned).includes('signature=')) expect(text.includes(CANARY), `${name} tells of the owner`).toBe(false)
  }
  expect(await ownersRows()).toBe(rowsBefore)
})

test('the owner has the access that the matrix states', async () => {
  for (const [name, row] of Object.entries(routeMatrix)) {
    if (!name.startsWith('DELETE') && name !== 'POST /api/v1/media/delete') {
      expect(`${name}: ${(await callRoute(name, row, { caller: owner, owned })).status}`).toBe(`${name}: ${row.expect[3]}`)
    }
  }
  for (const name of ['POST /api/v1/media/delete', 'DELETE /api/v1/projects/{id}', 'DELETE /api/v1/companies/{id}']) {
    const row = routeMatrix[name]
    if (row) expect(`${name}: ${(await callRoute(name, row, { caller: owner, owned })).status}`).toBe(`${name}: ${row.expect[3]}`)
  }
})
