import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealer } from './sealed.ts'

const secret = randomBytes(32)
const sealer = createSealer(secret)
const owner = { userId: 'user-a', purpose: 'tiktok.access' }

describe('sealed values', () => {
  test('open for their user and purpose and differ every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string(), fc.string(), (plain, userId, purpose) => {
        const sealed = sealer.seal(plain, { userId, purpose })
        expect(sealed).toMatch(/^sealed\.v1\.[0-9a-f]{8}\.[\w-]+$/)
        expect(sealer.open(sealed, { userId, purpose })).toBe(plain)
        expect(sealer.seal(plain, { userId, purpose })).not.toBe(sealed)
      }),
    )
  })

  test('open for no other owner', () => {
    const sealed = sealer.seal('the token', owner)
    fc.assert(
      fc.property(fc.string(), fc.string(), (userId, purpose) => {
        fc.pre(userId !== owner.userId || purpose !== owner.purpose)
        expect(sealer.open(sealed, { userId, purpose })).toBeNull()
      }),
    )
    expect(sealer.open(sealed, { userId: 'user-atiktok', purpose: '.access' })).toBeNull()
    expect(createSealer(randomBytes(32)).open(sealed, owner)).toBeNull()
  })

  test('do not open if any bit changed', () => {
    const sealed = sealer.seal('a secret of some length', owner)
    const [head, body] = [sealed.slice(0, sealed.lastIndexOf('.') + 1), sealed.slice(sealed.lastIndexOf('.') + 1)]
    const bytes = Buffer.from(body, 'base64url')
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(sealer.open(head + changed.toString('base64url'), owner)).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('do not open if any character was changed, added or removed', () => {
    const sealed = sealer.seal('a secret of some length', owner)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + 1)
        fc.pre(changed !== sealed)
        expect(sealer.open(changed, owner)).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('of an older secret open and are reported as stale', () => {
    const sealed = sealer.seal('kept', owner)
    const rotated = createSealer(randomBytes(32), [secret])
    expect(rotated.open(sealed, owner)).toBe('kept')
    expect(rotated.isStale(sealed)).toBe(true)
    expect(rotated.isStale(rotated.seal('kept', owner))).toBe(false)
  })
})
