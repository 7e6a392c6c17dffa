import { expect, test } from 'vitest'
import { SECOND_FACTOR_FORMS } from './paths.ts'

const isAccepted = (path: keyof typeof SECOND_FACTOR_FORMS, form: unknown): boolean => SECOND_FACTOR_FORMS[path].safeParse(form).success
const key = (length: number) => 'k'.repeat(length)

function signedIn(credential: object, response: object): unknown {
  const signed = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', ...response }
  return { response: { id: 'a', rawId: 'a', type: 'public-key', ...credential, response: signed } }
}

test.each([
  ['ids', 1364, (value: string) => signedIn({ id: value, rawId: value }, {})],
  ['user handles', 128, (value: string) => signedIn({}, { userHandle: value })],
  ['client data', 4096, (value: string) => signedIn({}, { clientDataJSON: value })],
  ['authenticator data', 24_000, (value: string) => signedIn({}, { authenticatorData: value })],
  ['signatures', 24_000, (value: string) => signedIn({}, { signature: value })],
])('a form limits %s to %i characters', (_, limit, form) => {
  expect([limit, limit + 1].map((length) => isAccepted('/passkey/verify-authentication', form(key(length))))).toEqual([true, false])
})

test("a passkey's name has at most 100 characters, and it has at most ten transports", () => {
  const register = (name: string, transports: string[] = []) => {
    const response = { clientDataJSON: 'a', attestationObject: 'a', transports }
    return isAccepted('/passkey/verify-registration', { name, response: { id: 'a', rawId: 'a', type: 'public-key', response } })
  }
  expect([register('my phone'), register(` ${key(100)} `), register(key(101)), register('  ')]).toEqual([true, true, false, false])
  const transportsOf = (count: number) => Array<string>(count).fill('usb')
  expect([register('x', transportsOf(10)), register('x', transportsOf(11)), register('x', [key(21)])]).toEqual([true, false, false])
})

test('codes are accepted with spaces and in upper case', () => {
  expect(SECOND_FACTOR_FORMS['/two-factor/verify-totp'].parse({ code: ' 123 456' })).toEqual({ code: '123456' })
  expect(SECOND_FACTOR_FORMS['/two-factor/verify-backup-code'].parse({ code: 'ABCD-ef12 ' })).toEqual({ code: 'abcdef12' })
  expect(isAccepted('/two-factor/verify-totp', { code: key(41) })).toBe(false)
  expect(isAccepted('/two-factor/verify-backup-code', { code: key(61) })).toBe(false)
})
