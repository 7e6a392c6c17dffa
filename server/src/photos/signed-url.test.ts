import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUrlSigner } from './signed-url.ts'

const secrets = { secretKey: randomBytes(32), olderSecretKeys: [] }
const START = 1_790_000_000_000
const path = '/files/thumbnail/u5Er/1790000000_k3x9.jpg'
const at = (time: number) => createUrlSigner(secrets, () => time)
const signed = at(START).sign(path)

describe('a signed URL', () => {
  test('opens what it was made for during at least an hour, and not a second after its expiry', () => {
    const expires = Number(new URLSearchParams(signed.split('?')[1]).get('expires')) * 1000
    expect(expires - START).toBeGreaterThanOrEqual(3600_000)
    expect(expires - START).toBeLessThanOrEqual(5400_000)
    expect(at(START).verify(signed)).toBe(path)
    expect(at(expires).verify(signed)).toBe(path)
    expect(() => at(expires + 1000).verify(signed)).toThrow('expired')
  })

  test('stays the same within its window, so that browsers can cache', () => {
    const end = Math.ceil(START / 1800_000) * 1800_000
    expect(at(end).sign(path)).toBe(at(end - 1799_999).sign(path))
    expect(at(end).sign(path)).not.toBe(at(end + 1).sign(path))
  })

  test('is taken from a server whose clock is a minute ahead, and never from further in the future', () => {
    expect(at(START).verify(at(START + 60_000).sign(path))).toBe(path)
    for (const ahead of [2 * 3600_000, 24 * 3600_000, 365 * 24 * 3600_000])
      expect(() => at(START).verify(at(START + ahead).sign(path)), String(ahead)).toThrow('expired')
  })

  test('of another secret opens nothing', () => {
    expect(() => createUrlSigner({ ...secrets, secretKey: randomBytes(32) }, () => START).verify(signed)).toThrow('expired')
  })

  test('is refused in every other form', () => {
    const [, query = ''] = signed.split('?')
    const [expires = '', signature = ''] = query.split('&')
    const later = `expires=${Number(expires.slice(8)) + 1}`
    const forms = [
      path,
      `${path}?${signature}&${expires}`,
      `${path}?${later}&${signature}`,
      `${signed}&variant=original`,
      `${signed}&`,
      `${signed}#x`,
      `${signed}=`,
      `${path}?${expires}&${expires}&${signature}`,
      signed.replace('thumbnail', 'original'),
      signed.replace('/files/', '/files//'),
      signed.replace('u5Er', 'u5er'),
      signed.replace('u5Er', '%75%35Er'),
      signed.replace('u5Er', '%2575%2535Er'),
      signed.replace('/u5Er/', '/x/../u5Er/'),
      signed.replace('expires=', 'expires=0'),
      signed.replace('signature', 'Signature'),
      `http://elsewhere.example${signed}`,
    ]
    for (const form of forms) expect(() => at(START).verify(form), form).toThrow('expired')
  })

  test('is refused after any change of any of its characters', () => {
    const bits = fc.tuple(fc.nat(signed.length - 1), fc.integer({ min: 0, max: 6 }))
    const flips = bits.map(
      ([where, bit]) => signed.slice(0, where) + String.fromCharCode(signed.charCodeAt(where) ^ (1 << bit)) + signed.slice(where + 1),
    )
    const edits = fc
      .tuple(fc.nat(signed.length), fc.nat(3), fc.string({ maxLength: 3 }))
      .map(([where, cut, put]) => signed.slice(0, where) + put + signed.slice(where + cut))
    fc.assert(
      fc.property(fc.oneof(flips, edits), (changed) => {
        fc.pre(changed !== signed)
        expect(() => at(START).verify(changed)).toThrow('expired')
      }),
      { numRuns: 10_000 },
    )
  })
})
