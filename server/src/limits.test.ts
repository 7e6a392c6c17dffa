import { beforeEach, expect, test } from 'vitest'
import { addUsage, takeToken, usedNow } from './limits.ts'
import { startTestApp, type TestApp, type TestUser } from './testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

/** A window that does not end during a test. */
const DAY = { windowSeconds: 400 * 24 * 3600 }

test('fifty at once take exactly what is there', async () => {
  const { db } = app.services
  const taken = await Promise.all(Array.from({ length: 50 }, () => takeToken(db, { userId: user.id, kind: 'ai' }, { limit: 10, ...DAY })))
  expect(
    taken
      .filter(({ allowed }) => allowed)
      .map(({ remaining }) => remaining)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const refused = taken.filter(({ allowed }) => !allowed)
  expect(refused).toHaveLength(40)
  expect(
    refused.every(({ remaining, retryAfterSeconds }) => remaining === 0 && retryAfterSeconds > 0 && retryAfterSeconds <= DAY.windowSeconds),
  ).toBe(true)
})

test('an amount is taken as a whole or not at all, also as the first', async () => {
  const { db } = app.services
  const take = (amount: number) => takeToken(db, { userId: user.id, kind: 'tokens' }, { limit: 100, amount, ...DAY })
  expect((await take(101)).allowed).toBe(false)
  expect(await take(60)).toMatchObject({ allowed: true, remaining: 40 })
  expect(await take(41)).toMatchObject({ allowed: false, remaining: 40 })
  expect(await take(40)).toMatchObject({ allowed: true, remaining: 0 })
})

test('what is known afterwards is added without a limit', async () => {
  const { db } = app.services
  await addUsage(db, { userId: user.id, kind: 'tokens' }, { amount: 70, ...DAY })
  await addUsage(db, { userId: user.id, kind: 'tokens' }, { amount: 70, ...DAY })
  expect(await usedNow(db, { userId: user.id, kind: 'tokens' }, DAY.windowSeconds)).toMatchObject({ used: 140 })
  expect(await takeToken(db, { userId: user.id, kind: 'tokens' }, { limit: 100, ...DAY })).toMatchObject({ allowed: false, remaining: 0 })
})

test('persons, kinds and windows are counted apart', async () => {
  const { db } = app.services
  const other = await app.buildUser()
  const once = (id: string, kind: string, windowSeconds: number) => takeToken(db, { userId: id, kind }, { limit: 1, windowSeconds })
  expect((await once(user.id, 'a', DAY.windowSeconds)).allowed).toBe(true)
  expect((await once(user.id, 'a', DAY.windowSeconds)).allowed).toBe(false)
  expect((await once(user.id, 'b', DAY.windowSeconds)).allowed).toBe(true)
  expect((await once(other.id, 'a', DAY.windowSeconds)).allowed).toBe(true)
  expect((await once(user.id, 'a', DAY.windowSeconds + 7)).allowed).toBe(true)
})
