import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { rateLimits } from '../db/schema-accounts.ts'
import { testDatabase } from '../testing/database.ts'
import { admitAnonymous, isFirstUse } from './anonymous-limit.ts'

test('a name is claimed once and outlasts every attempt, then its row is deleted', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const age = (minutes: number) =>
    db.asSystem((tx) => tx.update(rateLimits).set({ lastRequest: sql`${rateLimits.lastRequest} - ${minutes * 60_000}::bigint` }))
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => isFirstUse(db, 'a')))
  expect(atOnce.filter(Boolean)).toHaveLength(1)
  expect([await isFirstUse(db, 'a'), await isFirstUse(db, 'b')]).toEqual([false, true])
  await age(29)
  expect([await isFirstUse(db, 'a'), await isFirstUse(db, 'b')]).toEqual([false, false])
  await age(2)
  await isFirstUse(db, 'c')
  expect(await db.asSystem((tx) => tx.select({ key: rateLimits.key }).from(rateLimits))).toEqual([{ key: 'connect:c' }])
})

test('uses are counted by kind and address', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const use = (address: string, kind: string) => admitAnonymous(db, address, { kind, limit: 2, windowMs: 60_000 })
  for (const address of ['2001:db8::1', '2001:db8::2']) await use(address, 'a')
  await expect(use('2001:db8::3', 'a')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await use('2001:db8::3', 'b')
  await use('2001:db8:0:1::1', 'a')
  const counted = db.asSystem((tx) =>
    tx.select({ count: rateLimits.count }).from(rateLimits).where(eq(rateLimits.key, 'connect-a:2001:db8:0:0::/64')),
  )
  expect(await counted).toEqual([{ count: 3 }])
})
