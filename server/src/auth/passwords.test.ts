import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { startTestApp } from '../testing/app.ts'
import { createPasswords, passwords } from './passwords.ts'

test('hashes are compatible with the auth library in both directions', async () => {
  const password = 'Pässwörd ﬁ 🔑'
  const [ownHash, libraryHash] = await Promise.all([passwords.hash(password), hashPassword(password)])
  expect(ownHash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
  expect(await verifyPassword({ hash: ownHash, password })).toBe(true)
  expect(await passwords.verify({ hash: libraryHash, password })).toBe(true)
  expect(await passwords.verify({ hash: libraryHash, password: password.normalize('NFKC') })).toBe(true)
  expect(await passwords.verify({ hash: libraryHash, password: `${password}x` })).toBe(false)
  expect(await passwords.hash(password)).not.toBe(ownHash)
})

test.each(['', ':', 'abc', 'abc:def', `${'a'.repeat(32)}:${'b'.repeat(127)}`, `:${'b'.repeat(128)}`])(
  '%j is an invalid hash',
  async (hash) => {
    expect(await passwords.verify({ hash, password: '' })).toBe(false)
  },
)

test('rejects work beyond the queue at once and completes queued work', async () => {
  const smallPool = createPasswords({ threads: 1, waiting: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => smallPool.hash('a good password')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(outcomes[19]).toMatchObject({ reason: { code: 'BUSY', details: { seconds: 5 } } })
})

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('hashing threads have a lower priority than all others, also in a low-priority process', async () => {
    setPriority(getPriority() + 3)
    // 19 is the lowest priority: a run that is already niced has less room below.
    const further = Math.min(5, 19 - getPriority())
    await createPasswords().hash('a good password')
    const niceOf = (thread: string) =>
      Number(
        readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[16],
      )
    const nice = readdirSync('/proc/self/task').map((thread) => niceOf(thread) - niceOf(String(process.pid)))
    expect(Math.max(...nice)).toBe(further)
  })
})

test('excess sign-ins get a 503 with Retry-After and log no errors', async () => {
  const app = await startTestApp({ trustProxy: true, passwords: createPasswords({ threads: 1, waiting: 0 }) })
  const signIn = (at: number) =>
    app.anonymous
      .withHeaders({ 'x-forwarded-for': `203.0.113.${at}` })
      .call<ErrorBody>('POST', '/api/auth/sign-in/email', { email: `${at}@example.org`, password: 'not the password' })
  const responses = await Promise.all(Array.from({ length: 12 }, (_, at) => signIn(at)))
  const busy = responses.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect([busy[0]?.body.error.code, busy[0]?.headers.get('retry-after')]).toEqual(['BUSY', '5'])
  expect(responses.filter(({ status }) => status !== 503).every(({ status }) => status === 401)).toBe(true)
  expect(app.logged.length).toBeGreaterThan(0)
  expect(app.logged.map((line) => (JSON.parse(line) as { level: number; err?: unknown }).err)).toEqual(app.logged.map(() => undefined))
})

test('concurrent sign-ins of one address queue up or get Retry-After, and other addresses pass them', { tags: ['long'] }, async () => {
  const app = await startTestApp({ trustProxy: true, passwords: createPasswords({ threads: 1, waiting: 64 }) })
  const user = await app.buildUser()
  const from = (address: string) => app.anonymous.withHeaders({ 'x-forwarded-for': address })
  const order: string[] = []
  const signIn = async (address: string, at: number) => {
    const form = { email: `${at}@example.org`, password: 'not the password' }
    const response = await from(address).call<ErrorBody>('POST', '/api/auth/sign-in/email', form)
    order.push(address)
    return response
  }
  const crowd = Promise.all(Array.from({ length: 60 }, (_, at) => signIn('203.0.113.1', at)))
  const other = from('203.0.113.2').call('POST', '/api/auth/sign-in/email', { email: user.email, password: user.password })
  void other.then(() => order.push('other'))
  const responses = await crowd
  expect((await other).status).toBe(200)
  // Most at once; on a busy machine some after their wait times out.
  const refused = responses.filter(({ status }) => status === 429 || status === 503)
  expect(refused.map(({ status }) => status)).toContain(429)
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']))
  const checked = responses.filter(({ status }) => status === 401)
  expect(checked).toHaveLength(60 - refused.length)
  // The last user's job isn't served last; how much of the crowd is done by then depends on the machine.
  expect(order.indexOf('other') - refused.length).toBeLessThan(checked.length)
})
