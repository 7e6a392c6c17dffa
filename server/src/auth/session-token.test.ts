import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isAllowedOrigin, publicOrigins } from '../config/allowed-hosts.ts'
import { isCommonPassword } from './call-hooks.ts'
import { SECOND_FACTOR_FORMS } from './second-factor/paths.ts'
import { isStoredToken, openSignedToken, storedToken } from './session-token.ts'

const signed = (token: string, secret = 'secret') => `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

test('a token is stored as its SHA-256, which is not a token', () => {
  expect(storedToken('abc')).toBe(`sha256.${createHash('sha256').update('abc').digest('hex')}`)
  expect([isStoredToken(storedToken('abc')), isStoredToken('abc'), isStoredToken('xsha256.')]).toEqual([true, false, false])
})

test('a signed token opens only with its own signature', () => {
  expect(openSignedToken(signed('abc'), 'secret')).toBe('abc')
  expect(openSignedToken(signed('a.b.c'), 'secret')).toBe('a.b.c')
  const others = [
    signed('abc', 'other'),
    signed('abc').replace('abc', 'abd'),
    signed('abc').slice(0, -5),
    'abc.',
    'abc',
    '',
    signed(''),
    '.',
  ]
  expect(others.map((value) => openSignedToken(value, 'secret'))).toEqual(others.map(() => null))
})

test('publicOrigins lists every name of localhost but only one of a public URL', () => {
  expect(publicOrigins('http://localhost:3000/x')).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
  expect(publicOrigins('http://127.0.0.1')).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
  expect(publicOrigins('https://studio.example.com/a?b')).toEqual(['https://studio.example.com'])
})

test.each([
  ['https://studio.example.com', 'studio.example.com', true],
  ['https://studio.example.com', undefined, true],
  ['http://studio.example.com', undefined, false],
  ['https://evil.example', 'studio.example.com', false],
  ['https://evil.example', 'evil.example', false],
  ['https://studio.example.com.evil.example', 'studio.example.com', false],
  ['null', 'studio.example.com', false],
])('a page of %s may send writes to host %s: %s', (origin, host, isAllowed) => {
  const names = { publicUrl: 'https://studio.example.com', allowedHosts: [] }
  expect(isAllowedOrigin(origin, host, names)).toBe(isAllowed)
})

test('isCommonPassword ignores case', async () => {
  expect(await Promise.all(['password', 'PassWord', '123456', 'qwerty'].map(isCommonPassword))).toEqual([true, true, true, true])
  expect(await Promise.all(['', ' ', 'a quite long one of my own'].map(isCommonPassword))).toEqual([false, false, false])
})

test('codes are normalized and limited in length', () => {
  const { '/two-factor/verify-totp': code, '/two-factor/verify-backup-code': recovery } = SECOND_FACTOR_FORMS
  expect(code.parse({ code: ' 123 456\n' })).toEqual({ code: '123456' })
  expect(recovery.parse({ code: ' AbCd-12 34 ' })).toEqual({ code: 'abcd1234' })
  expect([40, 41].map((length) => code.safeParse({ code: '1'.repeat(length) }).success)).toEqual([true, false])
  expect([60, 61].map((length) => recovery.safeParse({ code: '1'.repeat(length) }).success)).toEqual([true, false])
})

test('the form to turn off codes accepts only the password', () => {
  const form = SECOND_FACTOR_FORMS['/two-factor/disable']
  expect(form.safeParse({ password: 'x' }).success).toBe(true)
  expect(form.safeParse({ password: 'x', userId: 'other' }).success).toBe(false)
  expect([1000, 1001].map((length) => form.safeParse({ password: 'x'.repeat(length) }).success)).toEqual([true, false])
})

test.each([
  ['a credential id of 1364 characters', { id: 'a'.repeat(1364) }, true],
  ['a longer one', { id: 'a'.repeat(1365) }, false],
  ['an id that is not base64url', { id: 'a+b' }, false],
  ['an empty one', { id: '' }, false],
  ['another kind of credential', { type: 'password' }, false],
])('a passkey with %s is accepted: %s', (_, rest, isAccepted) => {
  const response = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' }
  const passkey = { id: 'a', rawId: 'a', type: 'public-key', response, ...rest }
  expect(SECOND_FACTOR_FORMS['/passkey/verify-authentication'].safeParse({ response: passkey }).success).toBe(isAccepted)
})
