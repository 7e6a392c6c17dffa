import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../../api/api-error.ts'
import { NOT_CHANGED, NOT_SCHEDULED } from './rejection.ts'
import { createRequestIds, createSubmission, NotSaved } from './submission.ts'

function open(words = NOT_SCHEDULED) {
  const log: string[] = []
  const submission = createSubmission(words, { created: () => log.push('created'), failed: () => log.push('failed') })
  return { ...submission, log, shown: () => submission.state.getState() }
}

const fail = (code: ApiErrorCode, status: number, message: string) => () => Promise.reject(new ApiError({ code, status, message }))

it('sends one request at a time, so a double click creates no duplicate', async () => {
  const { submit, shown, log } = open()
  let requests = 0
  let finish: (posts: []) => void = () => undefined
  const send = () => {
    requests += 1
    return new Promise<[]>((resolve) => (finish = resolve))
  }
  const first = submit(send)
  await submit(send)
  expect([requests, shown().busy]).toEqual([1, true])
  finish([])
  await first
  expect(shown()).toEqual({ busy: false, rejection: null, created: [] })
  expect(log).toEqual(['created'])
})

it('can be submitted again after a failure, which clears the error', async () => {
  const { submit, shown, log } = open()
  await submit(fail('OFFLINE', 0, 'No connection.'))
  expect(shown()).toMatchObject({ busy: false, created: null, rejection: { field: null, reason: 'No connection.' } })
  const retry = submit(() => Promise.resolve([]))
  expect(shown()).toMatchObject({ busy: true, rejection: null })
  await retry
  expect(shown()).toEqual({ busy: false, rejection: null, created: [] })
  expect(log).toEqual(['failed', 'created'])
})

it('is not busy after an error that is thrown synchronously', async () => {
  const { submit, shown } = open()
  await submit(() => {
    throw new Error('No content to schedule')
  })
  expect(shown().busy).toBe(false)
  expect(shown().rejection?.message).toBe('Failed to schedule post. Please try again.')
})

it.each([
  ['SCHEDULE_NO_ACCOUNT', 'accounts'],
  ['SCHEDULE_TOO_FAR', 'time'],
  ['SCHEDULE_NO_SLIDES', 'project'],
  ['RULE_EMPTY', 'repeat'],
  ['CAPTION_TOO_LONG', 'caption'],
  ['DESCRIPTION_TOO_LONG', 'description'],
] as const)('shows %s at its field, until the user edits the form', async (code, field) => {
  const { submit, forget, shown } = open()
  await submit(fail(code, 400, 'Message of the server'))
  expect(shown().rejection).toMatchObject({ field, message: 'Message of the server' })
  forget()
  expect(shown().rejection).toBeNull()
})

it('explains that the slideshow could not be saved first', async () => {
  const { submit, shown } = open()
  await submit(() => Promise.reject(new NotSaved()))
  expect(shown().rejection).toMatchObject({ field: null, message: 'Failed to schedule post. Please try again.' })
  expect(shown().rejection?.reason).toContain('aren’t saved yet')
})

it('uses the texts of editing for an existing post', async () => {
  const { submit, shown } = open(NOT_CHANGED)
  await submit(fail('INTERNAL', 500, 'secret'))
  expect(shown().rejection).toMatchObject({ message: 'Failed to save scheduled post', reason: null })
})

it('keeps the idempotency key for the same request only', () => {
  let ids = 0
  const requestId = createRequestIds(() => `id${(ids += 1)}`)
  const request = { caption: 'tea', targets: [{ platform: 'a' }] }
  expect([requestId(request), requestId(structuredClone(request))]).toEqual(['id1', 'id1'])
  expect(requestId({ ...request, caption: 'coffee' })).toBe('id2')
  expect(requestId(request)).toBe('id3')
})
