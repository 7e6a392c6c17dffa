import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ListedUser } from '@ninesixteen/shared/api/operator'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { users } from '../db/schema-accounts.ts'
import { usageCounters } from '../db/schema-usage.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'

interface Listed {
  items: ListedUser[]
  next: string | null
  total: number
}

let app: TestApp
let boss: TestUser
beforeEach(async () => {
  app = await startTestApp({ operators: ['boss@example.org'], demo: { isOffered: true, max: 5, dailyTokens: 1000 } })
  boss = await app.buildUser({ email: 'boss@example.org' })
})

const list = (query = '') => boss.api<Listed>('GET', `/operator/people${query}`)
const emailsOf = ({ items }: Listed) => items.map(({ email }) => email)

/** Accounts without sign-in, all created at once, in any number. */
const plant = (count: number) =>
  app.services.db.asSystem((tx) =>
    tx.insert(users).values(
      Array.from({ length: count }, (_, at) => ({
        id: `planted-${String(at).padStart(3, '0')}`,
        name: `Person ${at}`,
        email: `planted-${at}@example.org`,
        createdAt: sql`'2026-01-01 10:00:00.123456Z'::timestamptz`,
      })),
    ),
  )

describe('the list of users', () => {
  test('paginates through all users once, newest first', async () => {
    await plant(30)
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Listed = await list(`?limit=7${after === null ? '' : `&after=${after}`}`)
      expect(page.total).toBe(31)
      seen.push(...emailsOf(page))
      after = page.next
    } while (after !== null)
    expect(seen[0]).toBe('boss@example.org')
    expect(new Set(seen).size).toBe(31)
    expect(seen).toHaveLength(31)
    const wrong = await boss.call('GET', '/api/v1/operator/people?after=somewhere')
    expect(wrong.status).toBe(400)
  })

  test('finds part of an email or name in any case and escapes wildcards', async () => {
    await app.services.db.asSystem((tx) =>
      tx.insert(users).values([
        { id: 'a', name: 'Ann Harbour', email: 'ann_1@example.org' },
        { id: 'b', name: 'Bob', email: 'bobx1@example.org' },
        { id: 'c', name: '100% Cat', email: 'cat@example.org' },
      ]),
    )
    expect(emailsOf(await list('?search=HARBOUR'))).toEqual(['ann_1@example.org'])
    expect(emailsOf(await list('?search=_1@'))).toEqual(['ann_1@example.org'])
    expect(emailsOf(await list('?search=%25'))).toEqual(['cat@example.org'])
    expect(await list('?search=nobody')).toEqual({ items: [], next: null, total: 0 })
  })

  test('lists demos and locked users separately', async () => {
    const ann = await app.buildUser()
    await enterDemo(app)
    await boss.api('POST', `/operator/people/${ann.id}/lock`)
    expect(emailsOf(await list('?show=locked'))).toEqual([ann.email])
    const demos = await list('?show=demos')
    expect(demos.items).toMatchObject([{ plan: 'demo', demoEndsAt: expect.any(String), storage: { limit: 100 * 1024 * 1024 } }])
    expect((await list()).items).toMatchObject([
      { email: ann.email, plan: 'paid', lockedAt: expect.any(String), isOperator: false },
      { email: boss.email, plan: 'operator', lockedAt: null, isOperator: true },
    ])
  })

  test("reports each user's usage", async () => {
    const ann = await app.buildUser({ pro: false })
    await app.services.db.asSystem(async (tx) => {
      const counted = (days: number, amount: number, kind = 'ai.tokens.day') => ({
        userId: ann.id,
        kind,
        amount,
        windowStart: sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${days})`,
      })
      await tx.insert(usageCounters).values([counted(0, 120), counted(400, 7000), counted(0, 3, 'ai.calls.day')])
      const post = { userId: ann.id, platform: 'tiktok', accountId: 'x', snapshot: [buildSlide('hello')] }
      await tx
        .insert(scheduledPosts)
        .values([
          post,
          { ...post, delivery: 'draft' },
          { ...post, status: 'published', delivery: 'published' },
          { ...post, status: 'failed', delivery: 'failed' },
          { ...post, status: 'failed', delivery: 'cancelled' },
        ])
    })
    await ann.call('GET', '/api/v1/me')
    const { items } = await list(`?search=${ann.email}`)
    expect(items).toMatchObject([
      {
        id: ann.id,
        name: 'Tester',
        plan: 'none',
        isConfirmed: false,
        tokens: { today: 120, month: 120 },
        posts: { waiting: 1, published: 1, failed: 2 },
        sessions: 1,
        storage: { limit: 5120 * 1024 * 1024 },
      },
    ])
    expect(Date.parse(items[0]?.seenAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    // To the minute, as it is shown.
    await app.services.db.asSystem((tx) =>
      tx
        .update(users)
        .set({ seenAt: sql`now() - interval '61 seconds'` })
        .where(eq(users.id, ann.id)),
    )
    await ann.call('GET', '/api/v1/me')
    expect(Date.parse((await list(`?search=${ann.email}`)).items[0]?.seenAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    // Its five posts count.
    expect(items[0]?.storage.used).toBeGreaterThan(1000)
  })
})

describe('an operator', () => {
  test('grants and revokes the plan', async () => {
    const ann = await app.buildUser({ pro: false })
    const put = (isGranted: boolean) => boss.api<ListedUser>('PUT', `/operator/people/${ann.id}/plan`, { isGranted })
    expect((await put(true)).plan).toBe('granted')
    expect(await ann.api('GET', '/me')).toMatchObject({ proPlan: true })
    expect((await put(false)).plan).toBe('none')
    expect(await ann.api('GET', '/me')).toMatchObject({ proPlan: false })
  })

  test('signs a user out everywhere', async () => {
    const ann = await app.buildUser()
    expect(await boss.api('POST', `/operator/people/${ann.id}/end-sessions`)).toMatchObject({ sessions: 0, lockedAt: null })
    expect((await ann.call('GET', '/api/v1/me')).status).toBe(401)
  })

  test('deletes an account after its email is typed', async () => {
    const ann = await app.buildUser({ email: 'Ann@example.org' })
    const { filePath } = await ann.buildPhoto()
    await ann.buildProject({ slides: [buildSlide('x', { backgroundImage: filePath })] })
    const remove = (email: string) => boss.call('POST', `/api/v1/operator/people/${ann.id}/delete`, { email })
    const refused = await remove('bob@example.org')
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'EMAIL_NOT_TYPED' } }])
    expect(await app.services.store.read(filePath)).not.toBeNull()
    expect((await remove(' ANN@example.org ')).status).toBe(204)
    expect(await app.services.store.read(filePath)).toBeNull()
    expect((await ann.call('GET', '/api/v1/me')).status).toBe(401)
    expect(emailsOf(await list())).toEqual([boss.email])
    expect((await remove('ann@example.org')).status).toBe(404)
  })

  test('changes nothing for an unknown account', async () => {
    for (const action of ['lock', 'unlock', 'end-sessions'])
      expect((await boss.call('POST', `/api/v1/operator/people/nobody/${action}`)).status).toBe(404)
    expect((await boss.call('PUT', '/api/v1/operator/people/nobody/plan', { isGranted: true })).status).toBe(404)
    expect(await boss.api('GET', '/operator/log')).toEqual({ items: [], next: null })
  })
})
