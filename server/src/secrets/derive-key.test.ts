import { expect, test } from 'vitest'
import { deriveKey, type KeyPurpose } from './derive-key.ts'
import { createSealer } from './sealed.ts'

const SECRET = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex')

// A changed derivation would invalidate every existing session, link and encrypted value.
test.each<[KeyPurpose, string]>([
  ['auth', 'd6f239aca84f0c1c12688a544c3d67d960308f6db20bd05c2ffbbf35dad5d8ef'],
  ['invitations', '4b7b4d0be7cebfd89efcbfcaad4978d1e30d489589a1d5f2d269790e0c5c74ba'],
  ['known-device', '8c442f1b8c303ad1103df4cdaaa11016a68f58cf6b7ef758bda9476f53dca921'],
  ['mail-link', 'e0ba85cf347e4a6b8c6b3e6f8ab3945bd24303bf64aafe4776a20d901ed1d946'],
  ['seal', '59e54db2eb6b13f9534e22abb05f8599dc420d628734f85ba18807a150ec5886'],
  ['signed-url', '276ff0214d7a981fabf97a0fb331f7bdd8fa84b10d88906427d31a98cc682754'],
])('the key for %s is the same in every version', (purpose, key) => {
  expect(deriveKey(SECRET, purpose).toString('hex')).toBe(key)
})

test('values sealed by an earlier version open', () => {
  const sealer = createSealer(SECRET)
  const owner = { userId: 'user-a', purpose: 'tiktok.access' }
  const sealed = 'sealed.v1.7bab9e5a.fkXGcvycsTwSXOICjyh_MIcI2i_FTxb4oLeEVgoouv9I5Ftg2Q'
  expect(sealer.open(sealed, owner)).toBe('the token')
  expect(sealer.open(sealed, { ...owner, userId: 'user-b' })).toBeNull()
  expect([sealer.isOurs(sealed), sealer.isStale(sealed)]).toEqual([true, false])
})

test('only values sealed by a configured secret are recognized', () => {
  const [older, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealer = createSealer(SECRET, [older])
  const sealedBy = (secret: Uint8Array) => createSealer(secret).seal('x', { userId: 'u', purpose: 'p' })
  expect([SECRET, older, other].map((secret) => sealer.isOurs(sealedBy(secret)))).toEqual([true, true, false])
  expect([SECRET, older, other].map((secret) => sealer.isStale(sealedBy(secret)))).toEqual([false, true, true])
  expect(['', 'sealed.v1', 'sk-plain'].map((text) => sealer.isOurs(text))).toEqual([false, false, false])
})

test('a value too short to hold a nonce and a tag does not decrypt', () => {
  const sealer = createSealer(SECRET)
  const owner = { userId: 'u', purpose: 'p' }
  const [head = ''] = /^sealed\.v1\.[0-9a-f]+\./.exec(sealer.seal('', owner)) ?? []
  const ofLength = (bytes: number) => sealer.open(head + Buffer.alloc(bytes).toString('base64url'), owner)
  expect([1, 12, 27, 28, 29].map(ofLength)).toEqual([null, null, null, null, null])
  expect(sealer.open(sealer.seal('', owner), owner)).toBe('')
})
