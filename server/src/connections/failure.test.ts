import { AppError } from '@ninesixteen/shared/errors'
import { expect, test } from 'vitest'
import { PlatformError, type PlatformFault } from '../providers/platform-error.ts'
import { faultText, platformAppError, stepError } from './failure.ts'
import { challengeOf, newVerifier } from '../providers/pkce.ts'

const refused = (facts: Partial<ConstructorParameters<typeof PlatformError>[0]> = {}) =>
  new PlatformError({ fault: 'refused', status: 400, code: 'invalid_grant', ...facts })

test.each<[PlatformFault, string]>([
  ['client', 'PLATFORM_CLIENT_REFUSED'],
  ['wait', 'PLATFORM_BUSY'],
  ['down', 'PLATFORM_UNREACHABLE'],
  ['account', 'OAUTH_EXCHANGE_FAILED'],
  ['refused', 'OAUTH_EXCHANGE_FAILED'],
])('a %s failure becomes %s', (fault, code) => {
  const thrown = refused({ fault })
  const error = platformAppError(thrown, { label: 'TikTok', otherwise: 'OAUTH_EXCHANGE_FAILED' })
  expect(error).toMatchObject({ code, cause: thrown })
})

test('the wait comes from the platform, or is a minute', () => {
  const error = (retryAfterSeconds: number | null) =>
    platformAppError(refused({ fault: 'wait', retryAfterSeconds }), { label: 'TikTok', otherwise: 'INTERNAL' })
  expect(error(17)).toMatchObject({ details: { platform: 'TikTok', seconds: 17 } })
  expect(error(null)).toMatchObject({ details: { seconds: 60 } })
})

test('a failed step reports its status and reason in our own words', () => {
  expect(stepError(refused(), 'OAUTH_EXCHANGE_FAILED')).toMatchObject({
    details: { status: 400, error: 'the code or token was already used, has expired or was revoked' },
  })
  expect(stepError(refused({ status: 0, code: 'timeout' }), 'OAUTH_EXCHANGE_FAILED')).toMatchObject({
    details: { status: 'no response', error: 'it did not respond in time' },
  })
  expect(faultText(refused({ code: 'something_new' }))).toBe('something_new')
})

test.each([
  ['invalid_client', 'the client key or secret is wrong'],
  ['invalid_request', 'it rejected the request; the redirect URI may not be registered'],
  ['invalid_scope', 'a requested permission is not granted to this client'],
  ['unauthorized_client', 'this client is not allowed to do that'],
  ['access_denied', 'access was denied'],
  ['access_token_invalid', 'the token is no longer accepted'],
  ['server_error', 'it had an internal error'],
  ['internal_error', 'it had an internal error'],
  ['temporarily_unavailable', 'it is temporarily unavailable'],
  ['rate_limit_exceeded', 'it is limiting requests'],
  ['scope_not_authorized', 'a required permission was not granted'],
  ['credentials_refused', 'the key or secret is wrong'],
  ['verifier_refused', 'the verifier is wrong'],
  ['no_error_code', 'its response was invalid'],
  ['unreadable_answer', 'its response was invalid'],
  ['unreachable', 'it cannot be reached'],
  ['broken-off', 'the connection was interrupted'],
  ['too-large', 'its response was too large'],
  ['redirected', 'it redirected the request'],
])('the error code %s is displayed as: %s', (code, words) => {
  expect(faultText(refused({ code }))).toBe(words)
})

test('other errors are passed through', () => {
  const other = new AppError('NOT_FOUND')
  expect(stepError(other, 'INTERNAL')).toBe(other)
  expect(platformAppError(other, { label: 'TikTok', otherwise: 'INTERNAL' })).toBe(other)
})

test('a PKCE challenge follows RFC 7636, or is its hexadecimal form', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(challengeOf(verifier, 'hex')).toBe(Buffer.from('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'base64url').toString('hex'))
  expect(newVerifier()).toMatch(/^[\w-]{43}$/)
  expect(newVerifier()).not.toBe(newVerifier())
})
