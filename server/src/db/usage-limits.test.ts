import { beforeEach, expect, test } from 'vitest'
import { addUsage, consumeAll, type Refusal, type Use } from './usage-limits.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

/** A window that doesn't end during a test. */
const windowSeconds = 400 * 24 * 3600

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

/** As callers do: throwing rolls back the increment. */
async function take(uses: Use[], userId = user.id): Promise<Refusal | null> {
  try {
    await app.services.db.asUser(userId, async (tx) => {
      const refusal = await consumeAll(tx, userId, uses)
      if (refusal) throw new Refused(refusal)
    })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

const use = (kind: string, amount: number, limit: number): Use => ({ kind, amount, limit, windowSeconds })

test('concurrent uses take exactly the limit', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, () => take([use('calls', 1, 10)])))
  expect(results.filter((refusal) => refusal === null)).toHaveLength(10)
  const waits = results.flatMap((refusal) => (refusal ? [refusal.retryAfterSeconds] : []))
  expect(waits).toHaveLength(40)
  expect(waits.every((seconds) => seconds > 0 && seconds <= windowSeconds)).toBe(true)
})

test('an amount is taken completely or not at all, also as the first', async () => {
  expect(await take([use('tokens', 101, 100)])).toMatchObject({ kind: 'tokens' })
  expect(await take([use('tokens', 60, 100)])).toBeNull()
  expect(await take([use('tokens', 41, 100)])).toMatchObject({ kind: 'tokens' })
  expect(await take([use('tokens', 40, 100)])).toBeNull()
})

test('a use rejected for one kind is counted for none', async () => {
  expect(await take([use('calls', 1, 1), use('tokens', 5, 4)])).toMatchObject({ kind: 'tokens' })
  expect(await take([use('calls', 1, 1)])).toBeNull()
})

test('a later amount is added without a limit, or refunded', async () => {
  const add = (amount: number) => addUsage(app.services.db, { userId: user.id, kind: 'tokens' }, { amount, windowSeconds })
  await add(140)
  expect(await take([use('tokens', 1, 100)])).not.toBeNull()
  await add(-41)
  expect(await take([use('tokens', 1, 100)])).toBeNull()
})

test('users and windows are counted separately', async () => {
  const other = await app.buildUser()
  expect(await take([use('calls', 1, 1)])).toBeNull()
  expect(await take([use('calls', 1, 1)], other.id)).toBeNull()
  expect(await take([{ ...use('calls', 1, 1), windowSeconds: windowSeconds + 7 }])).toBeNull()
  expect(await take([use('calls', 1, 1)])).not.toBeNull()
})
