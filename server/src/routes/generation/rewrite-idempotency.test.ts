import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { usageCounters } from '../../db/schema-usage.ts'
import { idempotencyKeys } from '../../db/schema-idempotency.ts'
import { Caller } from '../../testing/app.ts'
import { startGeneratingApp } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { deleteExpiredKeys } from '../../idempotency/once.ts'

/* A page whose response was lost retries with the same key at another process on the same database. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const slide = slideSchema.parse({ id: 's', textBoxes: [{ id: 'title', text: '2. keep your phone in the kitchen' }] })

function rewrite(caller: Caller, key: string, { how = 'again', signal }: { how?: string; signal?: AbortSignal } = {}): Promise<Response> {
  const body = JSON.stringify({ contentType: 'numbered-list', slide, target: { kind: 'slide' }, how })
  const headers = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: key }
  return caller.fetch('/api/rewrite', { method: 'POST', headers, body, ...(signal && { signal }) })
}

async function open() {
  const first = await startGeneratingApp(sandbox)
  const { db } = first.services
  // Owned by the first app, which drops it.
  const database = { db, connection: first.connection, drop: async () => undefined }
  const second = await startGeneratingApp(sandbox, { database, secretKey: first.services.config.secretKey })
  const user = await first.buildUser()
  const there = new Caller(second.url)
  user.cookies.forEach((value, name) => there.cookies.set(name, value))
  there.userId = user.userId
  return {
    first,
    user,
    there,
    async used(kind: 'ai.calls.day' | 'ai.tokens.day'): Promise<number> {
      const rows = await db.asUser(user.id, (tx) => tx.select().from(usageCounters))
      return rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
    },
    storedKeys: () => db.asUser(user.id, (tx) => tx.select().from(idempotencyKeys)),
    /** Requests that the provider has begun to answer. */
    providerRequests: async () => (await sandbox.requests()).length,
    db,
  }
}

test('an answer that was lost is given again at another process, and paid for once', async () => {
  const { first, user, there, used, storedKeys, providerRequests, db } = await open()
  const key = randomUUID()
  const response = await (await rewrite(user, key)).text()
  const [tokens, calls] = [await used('ai.tokens.day'), await used('ai.calls.day')]
  const again = await rewrite(there, key)
  expect([again.status, again.headers.get('content-type'), await again.text()]).toEqual([200, 'application/json', response])
  expect([await providerRequests(), await used('ai.tokens.day'), await used('ai.calls.day'), calls]).toEqual([1, tokens, 1, 1])
  // A key returns its response only to the same user and request.
  expect((await rewrite(there, key, { how: 'shorter' })).status).toBe(400)
  expect((await rewrite(there, 'x')).status).toBe(400)
  const other = await first.buildUser()
  expect((await rewrite(other, key)).status).toBe(200)
  expect(await providerRequests()).toBe(2)
  expect((await rewrite(there, randomUUID())).status).toBe(200)
  expect(await providerRequests()).toBe(3)

  // Stored for ten minutes, at most fifty per user.
  await db.asSystem((tx) => tx.execute(sql`update wishes set made_at = now() - interval '9 minutes' where key = ${key}`))
  await deleteExpiredKeys(first.services)
  expect(await storedKeys()).toHaveLength(2)
  await db.asSystem((tx) => tx.execute(sql`update wishes set made_at = now() - interval '11 minutes' where key = ${key}`))
  await deleteExpiredKeys(first.services)
  expect((await storedKeys()).map((row) => row.key)).not.toContain(key)
  await db.asSystem((tx) =>
    tx.execute(sql`
      insert into wishes (user_id, key, digest, asker, made_at)
      select ${user.id}, gen_random_uuid(), 'x', gen_random_uuid(), now() - interval '1 minute' from generate_series(1, 60)`),
  )
  expect((await rewrite(there, key)).status).toBe(200)
  expect(await storedKeys()).toHaveLength(50)
  expect((await storedKeys()).map((row) => row.key)).toContain(key)
})

test('what another process is still at is taken over with what was paid for it, and ends there', async () => {
  const { user, there, used, storedKeys, providerRequests } = await open()
  const usual = await rewrite(user, randomUUID())
  expect(usual.status).toBe(200)
  const tokens = await used('ai.tokens.day')
  await sandbox.fail({ kind: 'timeout' })
  const key = randomUUID()
  const lost = rewrite(user, key)
  await expect.poll(providerRequests).toBe(2)
  const again = await rewrite(there, key)
  expect(again.status).toBe(200)
  expect((await lost).status).toBe(499)
  await expect.poll(async () => (await sandbox.requests())[1]?.aborted).toBe(true)
  expect([await providerRequests(), await used('ai.calls.day'), await used('ai.tokens.day')]).toEqual([3, 2, 2 * tokens])
  expect((await storedKeys()).map(({ isPaid, answer }) => [isPaid, answer !== null])).toEqual([
    [false, true],
    [false, true],
  ])
})

test('aborting the request that took it over ends the request to the provider, and releases the reservation', async () => {
  const { user, there, used, storedKeys, providerRequests } = await open()
  await sandbox.fail({ kind: 'timeout' }, { kind: 'timeout' })
  const key = randomUUID()
  const lost = rewrite(user, key)
  await expect.poll(providerRequests).toBe(1)
  const leaving = new AbortController()
  const again = rewrite(there, key, { signal: leaving.signal }).catch((error: unknown) => error)
  await expect.poll(providerRequests).toBe(2)
  expect((await lost).status).toBe(499)
  expect(await used('ai.tokens.day')).toBeGreaterThan(0)
  leaving.abort()
  expect(await again).toMatchObject({ name: 'AbortError' })
  await expect.poll(async () => (await sandbox.requests()).map(({ aborted }) => aborted)).toEqual([true, true])
  await expect.poll(() => used('ai.tokens.day')).toBe(0)
  expect(await storedKeys()).toEqual([])
  // A failure isn't stored as a response.
  await sandbox.fail({ kind: 'quota' })
  expect((await rewrite(there, key)).status).toBe(502)
  expect([await used('ai.tokens.day'), await storedKeys()]).toEqual([0, []])
})
