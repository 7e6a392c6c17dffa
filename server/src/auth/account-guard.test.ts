import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createAccountGuard } from './account-guard.ts'

test('a browser is known to the last four accounts that signed in with it, and to no other instance', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const secret = randomBytes(32)
  const guard = createAccountGuard(db, { secretKey: secret, olderSecretKeys: [] })
  const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`)
  const knownBy = (cookie: string | undefined, by = guard) =>
    emails.filter((email) => by.isKnownDevice(email, cookie)).map(([name]) => name)
  let cookie: string | undefined
  expect(knownBy(cookie)).toEqual([])
  for (const email of emails.slice(0, 4)) cookie = guard.deviceProof(email, cookie)
  expect(knownBy(cookie)).toEqual(['a', 'b', 'c', 'd'])
  // Signing in again keeps the other accounts' proofs.
  cookie = guard.deviceProof('A@example.org ', cookie)
  expect(knownBy(cookie)).toEqual(['a', 'b', 'c', 'd'])
  cookie = guard.deviceProof('e@example.org', cookie)
  expect(knownBy(cookie)).toEqual(['a', 'c', 'd', 'e'])
  expect(cookie.split('~')).toHaveLength(4)
  expect(knownBy(cookie, createAccountGuard(db, { secretKey: randomBytes(32), olderSecretKeys: [] }))).toEqual([])
  expect(knownBy(cookie, createAccountGuard(db, { secretKey: randomBytes(32), olderSecretKeys: [secret] }))).toEqual(['a', 'c', 'd', 'e'])
  // Only the first four proofs are read; appended ones are ignored.
  expect(knownBy(`x.y~x.y~x.y~x.y~${cookie}`)).toEqual([])
})
