import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { countUse, LONGEST_WINDOW_MS } from './rate-window.ts'
import { rateLimits } from './schema-accounts.ts'

test('concurrent first uses are all counted once', { tags: ['long'] }, async () => {
  const { db, drop } = await testDatabase()
  try {
    // A single statement with "on conflict" on one column failed in one round of twenty.
    for (let round = 0; round < 150; round++) {
      const counted = await Promise.all(Array.from({ length: 10 }, () => countUse(db, `key-${round}`, 60_000)))
      expect(counted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, at) => at + 1))
    }
  } finally {
    await drop()
  }
})

test('a clock that was set back neither extends a window nor loses its count', async () => {
  const { db, drop } = await testDatabase()
  try {
    await countUse(db, 'key', 60_000)
    await db.asSystem((tx) => tx.update(rateLimits).set({ lastRequest: Date.now() + 3_600_000 }))
    const next = await countUse(db, 'key', 60_000)
    expect(next.count).toBe(2)
    expect(next.secondsLeft).toBeLessThanOrEqual(60)
    // The window ends one length from now, not when the clock catches up.
    const [row] = await db.asSystem((tx) => tx.select().from(rateLimits))
    expect(row?.lastRequest).toBeLessThanOrEqual(Date.now())
  } finally {
    await drop()
  }
})

test('an expired window starts again', async () => {
  const { db, drop } = await testDatabase()
  try {
    await countUse(db, 'key', 60_000)
    expect(await countUse(db, 'key', 60_000)).toMatchObject({ count: 2 })
    expect(await countUse(db, 'key', 0)).toEqual({ count: 1, secondsLeft: 1 })
  } finally {
    await drop()
  }
})

test('the clean-up of the accounts library leaves windows that can still count', async () => {
  const app = await startTestApp()
  const { db } = app.services
  const HOUR_MS = 60 * 60 * 1000
  const signIn = () => app.anonymous.call('POST', '/api/auth/sign-in/email', { email: 'nobody@example.org', password: 'a wrong password' })
  await signIn()
  for (let use = 0; use < 3; use += 1) await countUse(db, 'keep:address', LONGEST_WINDOW_MS)
  await db.asSystem(async (tx) => {
    await tx.update(rateLimits).set({ lastRequest: sql`${rateLimits.lastRequest} - ${23 * HOUR_MS}` })
    const lastRequest = Date.now() - LONGEST_WINDOW_MS - HOUR_MS
    await tx.insert(rateLimits).values({ id: 'keep:old', key: 'keep:old', count: 3, lastRequest })
  })
  // The library prunes when a window of its own starts again.
  await signIn()
  expect(await db.asSystem((tx) => tx.$count(rateLimits, eq(rateLimits.key, 'keep:old')))).toBe(0)
  expect(await countUse(db, 'keep:address', LONGEST_WINDOW_MS)).toMatchObject({ count: 4 })
})

test('no window may outlast its row', async () => {
  const { db, drop } = await testDatabase()
  try {
    await expect(countUse(db, 'key', LONGEST_WINDOW_MS + 1)).rejects.toThrow('outlasts its row')
  } finally {
    await drop()
  }
})
