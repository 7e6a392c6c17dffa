import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Me } from '@ninesixteen/shared/api/account'
import { userSettings } from '../db/schema-accounts.ts'
import { instance } from '../db/schema-store.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'
import { operatorIds, markInstanceUsed } from './operators.ts'

const DEMO = { isOffered: true, max: 5, dailyTokens: 1000 }
const meOf = (user: { api<T>(method: string, path: string): Promise<T> }) => user.api<Me>('GET', '/me')
const idsOf = (app: TestApp) => app.services.db.asSystem((tx) => operatorIds(tx, app.services.config.operators))

test('only the first account of a new instance becomes operator and Pro', async () => {
  const app = await startTestApp({ operators: 'first' })
  const first = await app.buildUser({ pro: false })
  const second = await app.buildUser({ pro: false })
  expect(await meOf(first)).toMatchObject({ isOperator: true, proPlan: true })
  expect(await meOf(second)).toMatchObject({ isOperator: false, proPlan: false })
  expect(await idsOf(app)).toEqual([first.id])
  // An operator's Pro is not a granted plan.
  const [row] = await app.services.db.asSystem((tx) => tx.select().from(userSettings).where(eq(userSettings.userId, first.id)))
  expect(row?.proPlan).toBe(false)
})

test('only one of many concurrent first sign-ups becomes operator', async () => {
  const app = await startTestApp({ operators: 'first' })
  const users = await Promise.all(Array.from({ length: 6 }, () => app.buildUser({ pro: false })))
  const operators = (await Promise.all(users.map(meOf))).filter((me) => me.isOperator)
  expect(operators.map(({ id }) => id)).toEqual(await idsOf(app))
  expect(operators).toHaveLength(1)
})

test('a demo becomes operator only when it becomes an account', async () => {
  const app = await startTestApp({ operators: 'first', demo: DEMO })
  const visitor = await enterDemo(app)
  const other = await enterDemo(app)
  expect(await meOf(visitor)).toMatchObject({ isOperator: false })
  const converted = await other.call('POST', '/api/auth/demo/keep', { email: 'kept@example.org', password: 'a good password' })
  expect(converted.status).toBe(200)
  expect(await meOf(other)).toMatchObject({ isOperator: true, demo: null })
  expect(await meOf(await app.buildUser())).toMatchObject({ isOperator: false })
})

test('deleting the first account does not make the next one operator', async () => {
  const app = await startTestApp({ operators: 'first' })
  const first = await app.buildUser()
  await first.api('POST', '/me/delete', { password: first.password })
  expect(await meOf(await app.buildUser())).toMatchObject({ isOperator: false })
  expect(await idsOf(app)).toEqual([])
})

test('configured operators are the only ones, case-insensitively', async () => {
  const app = await startTestApp({ operators: ['boss@example.org', 'late@example.org'] })
  const first = await app.buildUser({ pro: false })
  const boss = await app.buildUser({ pro: false, email: 'Boss@Example.org' })
  expect(await meOf(first)).toMatchObject({ isOperator: false, proPlan: false })
  expect(await meOf(boss)).toMatchObject({ isOperator: true, proPlan: true })
})

test('removing the setting does not make the first account operator', async () => {
  const app = await startTestApp({ operators: 'first' })
  const { db } = app.services
  await markInstanceUsed(db, ['boss@example.org'])
  expect(await meOf(await app.buildUser())).toMatchObject({ isOperator: false })
  expect(await db.asSystem((tx) => tx.select({ first: instance.firstAccount }).from(instance))).toEqual([{ first: null }])
})

test('an instance waiting for its first account counts as new', async () => {
  const app = await startTestApp({ operators: 'first' })
  await markInstanceUsed(app.services.db, 'first')
  expect(await meOf(await app.buildUser())).toMatchObject({ isOperator: true })
})

test("signing up with an operator's address does not grant the role", async () => {
  const app = await startTestApp({ operators: ['boss@example.org', 'late@example.org'] })
  const ann = await app.buildUser()
  const refused = await ann.call('POST', '/api/v1/me/email', { email: 'Boss@example.org', password: ann.password })
  expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'EMAIL_TAKEN' } }])
  const boss = await app.buildUser({ email: 'boss@example.org' })
  await boss.api('POST', '/me/email', { email: 'late@example.org', password: boss.password })
  expect(await meOf(boss)).toMatchObject({ isOperator: true, email: 'late@example.org' })
})
