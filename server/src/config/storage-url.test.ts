import { expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { assertKey, isLargeKey } from '../storage/store/storage-key.ts'
import { isAbsent, reasonOf, statusOf, toAppError } from '../storage/store/s3-failure.ts'
import { parseStorageUrl } from './storage-url.ts'

test.each([
  ['file:///var/pictures', { folder: '/var/pictures' }],
  ['file:///var/my%20pictures', { folder: '/var/my pictures' }],
  [
    's3://KEY:SE%2FCRET@store.example.com/bucket?region=eu-1',
    { s3: { endpoint: 'https://store.example.com', region: 'eu-1', bucket: 'bucket', accessKeyId: 'KEY', secretAccessKey: 'SE/CRET' } },
  ],
  [
    's3+http://K%40Y:SECRET@10.0.0.1:9000/bucket/',
    { s3: { endpoint: 'http://10.0.0.1:9000', region: 'us-east-1', bucket: 'bucket', accessKeyId: 'K@Y', secretAccessKey: 'SECRET' } },
  ],
])('parseStorageUrl accepts %s', (url, location) => {
  expect(parseStorageUrl(url)).toEqual(location)
})

test.each([
  ['pictures'],
  ['https://KEY:SECRET@store.example.com/bucket'],
  ['s3://store.example.com/bucket'],
  ['s3://KEY@store.example.com/bucket'],
  ['s3://:SECRET@store.example.com/bucket'],
  ['s3://KEY:SECRET@store.example.com'],
  ['s3://KEY:SECRET@store.example.com/'],
  ['s3://KEY:SECRET@store.example.com/bucket/folder'],
  ['s3://KEY:SE%CRET@store.example.com/bucket'],
  ['file://elsewhere/folder'],
])('parseStorageUrl rejects %s', (url) => {
  expect(parseStorageUrl(url)).toBeNull()
})

test.each([
  ['user/1.jpg', true],
  ['user/1.jpg~', true],
  ['u_-9/a.b-c_d', true],
  [`${'u'.repeat(80)}/${'n'.repeat(161)}`, true],
  [`${'u'.repeat(81)}/n`, false],
  [`u/${'n'.repeat(162)}`, false],
  ['user/../1.jpg', false],
  ['user/a..b', false],
  ['../storage/1.jpg', false],
  ['/user/1.jpg', false],
  ['user', false],
  ['user/', false],
  ['user/.hidden', false],
  ['user/a/b', false],
  ['user/a\\b', false],
  ['us.er/a', false],
  ['user/a\n', false],
  ['user/a~b', false],
])('assertKey accepts %j: %s', (key, isKey) => {
  const check = () => assertKey(key)
  if (isKey) expect(check).not.toThrow()
  else expect(check).toThrow('Not a storage key')
})

test('isLargeKey recognizes videos by extension', () => {
  expect(['u/1.mp4', 'u/1.jpg', 'u/mp4', 'u/1.mp4.jpg'].map(isLargeKey)).toEqual([true, false, false, false])
})

const failed = (name: string, rest: object = {}) => Object.assign(new Error(`said by ${name}`), { name }, rest)

test.each([
  ['XMinioStorageFull', 500, 'STORAGE_FULL'],
  ['QuotaExceeded', 403, 'STORAGE_FULL'],
  ['QuotaExceededError', 403, 'STORAGE_FULL'],
  ['InsufficientCapacity', 500, 'STORAGE_FULL'],
  ['Unknown', 507, 'STORAGE_FULL'],
  ['Unknown', 506, 'STORAGE_UNAVAILABLE'],
  ['AccessDenied', 403, 'STORAGE_UNAVAILABLE'],
  ['NotStorageFull', 500, 'STORAGE_UNAVAILABLE'],
  ['StorageFullOfWonders', 500, 'STORAGE_UNAVAILABLE'],
])('%s with %i becomes %s', (name, httpStatusCode, code) => {
  const error = failed(name, { $metadata: { httpStatusCode } })
  expect(toAppError(error)).toMatchObject({ code, cause: error })
  expect(statusOf(error)).toBe(httpStatusCode)
})

test('unknown errors become retryable after ten seconds, and AppErrors are passed through', () => {
  expect(toAppError(new Error('gone'))).toMatchObject({ code: 'STORAGE_UNAVAILABLE', details: { seconds: 10 } })
  const own = new AppError('NOT_FOUND')
  expect(toAppError(own)).toBe(own)
  expect([statusOf(new Error('gone')), statusOf('gone')]).toEqual([undefined, undefined])
})

test('isAbsent distinguishes missing objects from failures', () => {
  expect([failed('NoSuchKey'), failed('NotFound'), failed('NoSuchBucket'), 'NotFound'].map(isAbsent)).toEqual([true, true, false, false])
})

test.each([
  [failed('Error', { code: 'EPROTO' }), 'no TLS at this address: for a store without TLS, use s3+http://KEY:SECRET@host/bucket'],
  [failed('Error', { code: 'ERR_SSL_WRONG' }), 'no TLS at this address: for a store without TLS, use s3+http://KEY:SECRET@host/bucket'],
  [failed('Error', { code: 'HPE_INVALID' }), 'no HTTP at this address: for a store with TLS, use s3://KEY:SECRET@host/bucket'],
  [failed('AccessDenied'), 'AccessDenied: said by AccessDenied'],
  [new Error('two\n  lines.'), 'two lines'],
  ['only words', 'only words'],
  [toAppError(failed('AccessDenied')), 'AccessDenied: said by AccessDenied'],
])("the operator's message for %s is: %s", (error, words) => {
  expect(reasonOf(error)).toBe(words)
})
