import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { reason } from './failure-reason.ts'

test('an internal error has no reason', () => {
  expect(reason(new ApiError({ code: 'INTERNAL', status: 500, message: 'secret' }))).toBeUndefined()
  expect(reason(new ApiError({ code: 'INTERNAL', status: 500, message: 'secret' }), 'It stays.')).toBe('It stays.')
  expect(reason(new ApiError({ code: 'NOT_FOUND', status: 404, message: 'Not found.' }), 'It stays.')).toBe('Not found.')
})
