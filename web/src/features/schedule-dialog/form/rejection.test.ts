import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { NOT_CHANGED, NOT_SCHEDULED, rejectionOf } from './rejection.ts'

const failed = 'Failed to schedule post. Please try again.'

test('an error of a field is shown at the field with the server’s message', () => {
  const message = 'This time is in the past. Choose a later one, or "Post now".'
  expect(rejectionOf(new ApiError({ code: 'SCHEDULE_IN_PAST', status: 400, message }), NOT_SCHEDULED)).toMatchObject({
    field: 'time',
    message,
  })
})

test('problems of a refused post are included', () => {
  const problem = {
    accountId: 'a',
    platform: 'tumblr',
    code: 'reconnect',
    severity: 'stop',
    message: 'It is gone',
    fix: null,
    fixHref: null,
  }
  const rejection = rejectionOf(
    new ApiError({ code: 'POST_REFUSED', status: 422, message: 'It is gone', data: { problems: [problem] } }),
    NOT_SCHEDULED,
  )
  expect(rejection.problems).toEqual([problem])
  expect(rejection.field).toBe(null)
})

test('a changed slideshow shows the server’s message', () => {
  const message = 'This slideshow was changed elsewhere in the meantime.'
  expect(rejectionOf(new ApiError({ code: 'PROJECT_CHANGED', status: 409, message }), NOT_SCHEDULED)).toEqual({
    field: null,
    message,
    reason: null,
    problems: [],
  })
})

test('any other error shows the specified text, and the reason if the server sent one', () => {
  expect(rejectionOf(new ApiError({ code: 'INTERNAL', status: 500, message: 'secret' }), NOT_SCHEDULED)).toMatchObject({
    message: failed,
    reason: null,
  })
  const reason = 'The server cannot be reached.'
  expect(rejectionOf(new ApiError({ code: 'OFFLINE', status: 0, message: reason }), NOT_SCHEDULED)).toMatchObject({
    message: failed,
    reason,
  })
  expect(rejectionOf(new ApiError({ code: 'POST_REFUSED', status: 422, message: 'No', data: null }), NOT_SCHEDULED)).toMatchObject({
    message: failed,
  })
})

test('a failed edit says that nothing was saved', () => {
  const lost = new ApiError({ code: 'INTERNAL', status: 500, message: 'secret' })
  expect(rejectionOf(lost, NOT_CHANGED).message).toBe('Failed to save scheduled post')
  const problem = { accountId: 'a', platform: 'tumblr', code: 'x', severity: 'stop', message: 'It is gone', fix: null, fixHref: null }
  const refused = new ApiError({ code: 'POST_REFUSED', status: 422, message: 'It is gone', data: { problems: [problem] } })
  expect(rejectionOf(refused, NOT_CHANGED).message).toBe('Nothing was saved. Fix the problem shown for the account, then try again.')
})
