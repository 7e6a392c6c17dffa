import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../../api/api-error.ts'
import { NOT_CHANGED, NOT_SCHEDULED } from './rejection.ts'
import { createRequestIds, createSubmission, NotSaved } from './submission.ts'

function createTestSubmission(texts = NOT_SCHEDULED) {
  const log: string[] = []
  const submission = createSubmission(texts, { created: () => log.push('created'), failed: () => log.push('failed') })
  return { ...submission, log, current: () => submission.state.getState() }
}

const fail = (code: ApiErrorCode, status: number, message: string) => () => Promise.reject(new ApiError({ code, status, message }))

it('createSubmission sends one request at a time, so that a double click creates no duplicate', async () => {
  const { submit, current, log } = createTestSubmission()
  let requests = 0
  let finish: (posts: []) => void = () => undefined
  const send = () => {
    requests += 1
    return new Promise<[]>((resolve) => (finish = resolve))
  }
  const first = submit(send)
  await submit(send)
  expect([requests, current().busy]).toEqual([1, true])
  finish([])
  await first
  expect(current()).toEqual({ busy: false, rejection: null, created: [] })
  expect(log).toEqual(['created'])
})

it('a retry after a failure clears the error', async () => {
  const { submit, current, log } = createTestSubmission()
  await submit(fail('OFFLINE', 0, 'No connection.'))
  expect(current()).toMatchObject({ busy: false, created: null, rejection: { field: null, reason: 'No connection.' } })
  const retry = submit(() => Promise.resolve([]))
  expect(current()).toMatchObject({ busy: true, rejection: null })
  await retry
  expect(current()).toEqual({ busy: false, rejection: null, created: [] })
  expect(log).toEqual(['failed', 'created'])
})

it('a submission is not busy after a synchronous error', async () => {
  const { submit, current } = createTestSubmission()
  await submit(() => {
    throw new Error('No content to schedule')
  })
  expect(current().busy).toBe(false)
  expect(current().rejection?.message).toBe('Failed to schedule post. Please try again.')
})

it.each([
  ['SCHEDULE_NO_ACCOUNT', 'accounts'],
  ['SCHEDULE_TOO_FAR', 'time'],
  ['SCHEDULE_NO_SLIDES', 'project'],
  ['RULE_EMPTY', 'repeat'],
  ['CAPTION_TOO_LONG', 'caption'],
  ['DESCRIPTION_TOO_LONG', 'description'],
] as const)('shows %s at its field, until the user edits the form', async (code, field) => {
  const { submit, clearRejection, current } = createTestSubmission()
  await submit(fail(code, 400, 'Message of the server'))
  expect(current().rejection).toMatchObject({ field, message: 'Message of the server' })
  clearRejection()
  expect(current().rejection).toBeNull()
})

it('explains that the slideshow could not be saved first', async () => {
  const { submit, current } = createTestSubmission()
  await submit(() => Promise.reject(new NotSaved()))
  expect(current().rejection).toMatchObject({ field: null, message: 'Failed to schedule post. Please try again.' })
  expect(current().rejection?.reason).toContain('aren’t saved yet')
})

it('uses the texts of editing for an existing post', async () => {
  const { submit, current } = createTestSubmission(NOT_CHANGED)
  await submit(fail('INTERNAL', 500, 'secret'))
  expect(current().rejection).toMatchObject({ message: 'Failed to save scheduled post', reason: null })
})

it('createRequestIds repeats the idempotency key for the same request only', () => {
  let ids = 0
  const requestId = createRequestIds(() => `id${(ids += 1)}`)
  const request = { caption: 'tea', targets: [{ platform: 'a' }] }
  expect([requestId(request), requestId(structuredClone(request))]).toEqual(['id1', 'id1'])
  expect(requestId({ ...request, caption: 'coffee' })).toBe('id2')
  expect(requestId(request)).toBe('id3')
})
