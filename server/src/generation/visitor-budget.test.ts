import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { demoUsage } from '../db/schema-demos.ts'
import { usageCounters } from '../db/schema-usage.ts'
import { Caller, type TestApp } from '../testing/app.ts'
import { enterDemo, enterTrial } from '../testing/demo.ts'
import { startGeneratingApp } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

/** The cheapest AI request. */
const ask = async (caller: Caller, maxTokens = 1000) => {
  const body = { messages: [{ role: 'user', content: 'Generate 1 slide about calm mornings' }], max_tokens: maxTokens }
  const answer = await caller.call<ErrorBody>('POST', '/functions/openai-secure', body)
  return answer.status === 200 ? 'answered' : answer.body.error.code
}

/** Adds usage in this window and the next, in case it turns before the calls. */
async function use(app: TestApp, userId: string, { kind, amount }: { kind: string; amount: number }): Promise<void> {
  for (const days of [0, 1]) {
    const windowStart = sql<Date>`to_timestamp((floor(extract(epoch from now()) / 86400) + ${days}::integer) * 86400)`
    await app.services.db.asUser(userId, (tx) => tx.insert(usageCounters).values({ userId, kind, amount, windowStart }))
  }
}

test('a demo asks the AI forty times a day and for 100,000 tokens, an account as before', { tags: ['long'] }, async () => {
  const app = await startGeneratingApp(sandbox, { dailyTokens: 500_000 })
  const [calls, tokens, member] = [await enterDemo(app), await enterDemo(app), await app.buildUser()]
  await use(app, calls.id, { kind: 'ai.calls.day', amount: 39 })
  await use(app, tokens.id, { kind: 'ai.tokens.day', amount: 98_500 })
  await use(app, member.id, { kind: 'ai.calls.day', amount: 40 })
  await use(app, member.id, { kind: 'ai.tokens.day', amount: 100_000 })
  expect([await ask(calls), await ask(calls)]).toEqual(['answered', 'AI_BUDGET'])
  expect([await ask(tokens, 1400), await ask(tokens, 1500), await ask(member)]).toEqual(['answered', 'AI_BUDGET', 'answered'])
})

test(
  'all demos together have a budget, of which only what was really used is taken, and which outlives them',
  { tags: ['long'] },
  async () => {
    const app = await startGeneratingApp(sandbox, { demo: { isOffered: true, max: 10, dailyTokens: 1500 } })
    const [one, other, member] = [await enterDemo(app), await enterDemo(app), await app.buildUser()]
    const used = () => app.services.db.asSystem(async (tx) => (await tx.select().from(demoUsage)).reduce((sum, row) => sum + row.tokens, 0))
    expect(await ask(one)).toBe('answered')
    const spent = await used()
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThan(1000)
    await sandbox.fail({ kind: '500' }, { kind: '500' }, { kind: '500' })
    expect(await ask(one)).not.toBe('answered')
    expect(await used()).toBe(spent)
    await app.services.db.asSystem((tx) => tx.update(demoUsage).set({ tokens: 1400 }))
    expect([await ask(other), await ask(member)]).toEqual(['DEMO_BUDGET', 'answered'])
    expect(await used()).toBe(1400)
  },
)

test('a demo cannot lift it with a key of its own', async () => {
  const app = await startGeneratingApp(sandbox, { demo: { isOffered: true, max: 10, dailyTokens: 0 } })
  const demo = await enterDemo(app)
  for (const values of [{ 'openai.key': 'sk-anything' }, { 'openai.base_url': sandbox.openai }]) {
    expect((await demo.call<ErrorBody>('PUT', '/api/v1/credentials', { values })).body.error.code).toBe('DEMO_ACCOUNT')
  }
  expect(await ask(demo)).toBe('DEMO_BUDGET')
  expect(await sandbox.requests()).toEqual([])
})

test('a trial asks the AI three times in all, and is told how to go on', async () => {
  const app = await startGeneratingApp(sandbox, { dailyTokens: 500_000 })
  const [trial, other] = [await enterTrial(app), await enterTrial(app)]
  expect([await ask(trial), await ask(trial), await ask(trial), await ask(trial)]).toEqual([
    'answered',
    'answered',
    'answered',
    'TRY_LIMIT',
  ])
  await use(app, other.id, { kind: 'ai.tokens.day', amount: 24_000 })
  expect(await ask(other, 1500)).toBe('TRY_LIMIT')
})

test('all trials together have a budget of their own, which demos and accounts do not take from', async () => {
  const app = await startGeneratingApp(sandbox, { trial: { isOffered: true, dailyTokens: 1500 } })
  const [one, other] = [await enterTrial(app), await enterTrial(app)]
  const [demo, member] = [await enterDemo(app), await app.buildUser()]
  const rows = () => app.services.db.asSystem((tx) => tx.select().from(demoUsage))
  const used = async () => (await rows()).reduce((sum, row) => sum + row.trialTokens, 0)
  expect([await ask(demo), await ask(member)]).toEqual(['answered', 'answered'])
  expect(await used()).toBe(0)
  expect(await ask(one)).toBe('answered')
  const spent = await used()
  expect(spent).toBeGreaterThan(0)
  expect(spent).toBeLessThan(1000)
  await app.services.db.asSystem((tx) => tx.update(demoUsage).set({ trialTokens: 1400 }))
  expect([await ask(other), await ask(demo), await ask(member)]).toEqual(['TRY_BUDGET', 'answered', 'answered'])
  expect(await used()).toBe(1400)
})

test('of many trials that ask at once none takes what another has', async () => {
  // Enough for two of them at most.
  const app = await startGeneratingApp(sandbox, { trial: { isOffered: true, dailyTokens: 2500 }, trials: { perAddress: 100 } })
  const trials: Caller[] = []
  for (let count = 0; count < 8; count += 1) trials.push(await enterTrial(app))
  await sandbox.fail(...trials.map(() => ({ kind: 'hold', afterChars: 1 })))
  const refused: string[] = []
  const asked = trials.map(async (trial) => {
    const answer = await ask(trial)
    if (answer !== 'answered') refused.push(answer)
    return answer
  })
  // No reservation is released before all have asked.
  await expect.poll(() => refused).toEqual(Array.from({ length: 6 }, () => 'TRY_BUDGET'))
  await sandbox.releaseHeld(2)
  expect((await Promise.all(asked)).filter((answer) => answer === 'answered')).toHaveLength(2)
})
