import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createAccountGuard } from './account-guard.ts'

test('known-device cookies hold the last four accounts and are valid for one instance', async () => {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const secret = randomBytes(32)
  const guard = createAccountGuard(db, { secretKey: secret, olderSecretKeys: [] })
  const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`)
  const accountsKnownTo = (cookie: string | undefined, by = guard) =>
    emails.filter((email) => by.isKnownDevice(email, cookie)).map(([name]) => name)
  let cookie: string | undefined
  expect(accountsKnownTo(cookie)).toEqual([])
  for (const email of emails.slice(0, 4)) cookie = guard.deviceProof(email, cookie)
  expect(accountsKnownTo(cookie)).toEqual(['a', 'b', 'c', 'd'])
  // Signing in again keeps the other accounts' proofs.
  cookie = guard.deviceProof('A@example.org ', cookie)
  expect(accountsKnownTo(cookie)).toEqual(['a', 'b', 'c', 'd'])
  cookie = guard.deviceProof('e@example.org', cookie)
  expect(accountsKnownTo(cookie)).toEqual(['a', 'c', 'd', 'e'])
  expect(cookie.split('~')).toHaveLength(4)
  expect(accountsKnownTo(cookie, createAccountGuard(db, { secretKey: randomBytes(32), olderSecretKeys: [] }))).toEqual([])
  expect(accountsKnownTo(cookie, createAccountGuard(db, { secretKey: randomBytes(32), olderSecretKeys: [secret] }))).toEqual([
    'a',
    'c',
    'd',
    'e',
  ])
  // Only the first four proofs are read; appended ones are ignored.
  expect(accountsKnownTo(`x.y~x.y~x.y~x.y~${cookie}`)).toEqual([])
})
