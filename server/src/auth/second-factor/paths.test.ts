import { expect, test } from 'vitest'
import { SECOND_FACTOR_FORMS } from './paths.ts'

const isTaken = (path: keyof typeof SECOND_FACTOR_FORMS, form: unknown): boolean => SECOND_FACTOR_FORMS[path].safeParse(form).success
const key = (length: number) => 'k'.repeat(length)

function signedIn(credential: object, response: object): unknown {
  const signed = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', ...response }
  return { response: { id: 'a', rawId: 'a', type: 'public-key', ...credential, response: signed } }
}

test.each([
  ['ids', 1364, (value: string) => signedIn({ id: value, rawId: value }, {})],
  ['the person a passkey is of', 128, (value: string) => signedIn({}, { userHandle: value })],
  ['what the browser signed', 4096, (value: string) => signedIn({}, { clientDataJSON: value })],
  ['what the key says', 24_000, (value: string) => signedIn({}, { authenticatorData: value })],
  ['signatures', 24_000, (value: string) => signedIn({}, { signature: value })],
])('of %s no more is read than %i characters', (_, most, form) => {
  expect([most, most + 1].map((length) => isTaken('/passkey/verify-authentication', form(key(length))))).toEqual([true, false])
})

test('a passkey has a name of up to 100 characters, and no more than ten ways to be reached', () => {
  const keep = (name: string, transports: string[] = []) => {
    const response = { clientDataJSON: 'a', attestationObject: 'a', transports }
    return isTaken('/passkey/verify-registration', { name, response: { id: 'a', rawId: 'a', type: 'public-key', response } })
  }
  expect([keep('my phone'), keep(` ${key(100)} `), keep(key(101)), keep('  ')]).toEqual([true, true, false, false])
  const ways = (count: number) => Array<string>(count).fill('usb')
  expect([keep('x', ways(10)), keep('x', ways(11)), keep('x', [key(21)])]).toEqual([true, false, false])
})

test('codes are taken as users type them', () => {
  expect(SECOND_FACTOR_FORMS['/two-factor/verify-totp'].parse({ code: ' 123 456' })).toEqual({ code: '123456' })
  expect(SECOND_FACTOR_FORMS['/two-factor/verify-backup-code'].parse({ code: 'ABCD-ef12 ' })).toEqual({ code: 'abcdef12' })
  expect(isTaken('/two-factor/verify-totp', { code: key(41) })).toBe(false)
  expect(isTaken('/two-factor/verify-backup-code', { code: key(61) })).toBe(false)
})
