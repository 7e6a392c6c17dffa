import { expect, test } from 'vitest'
import { PlatformError, type PlatformFault } from '../../../providers/platform-error.ts'
import { TUMBLR_ANSWERS, tumblrOutcome } from './words.ts'

/** The answers to making a post that the API documents, with what each says of what was done. */
const DOCUMENTED: [status: number, code: string, kind: string][] = [
  [400, '0', 'refused'],
  [400, '8001', 'refused'],
  [400, '8002', 'refused'],
  [400, '8005', 'refused'],
  [400, '8016', 'refused'],
  [401, '1016', 'account'],
  [403, '0', 'refused'],
  [403, '8004', 'refused'],
  [403, '8008', 'refused'],
  [403, '8010', 'wait'],
  [403, '8011', 'refused'],
  [403, '8022', 'refused'],
  [403, '8023', 'refused'],
  [404, '0', 'refused'],
  [404, 'post_gone', 'refused'],
  [429, 'error', 'wait'],
  [500, '0', 'unknown'],
  [500, '8006', 'unknown'],
  [500, '8009', 'unknown'],
  [503, '0', 'wait'],
]

const FAULTS: Record<number, PlatformFault> = { 401: 'account', 429: 'wait', 500: 'down', 503: 'down' }
const failure = ([status, code]: (typeof DOCUMENTED)[number], sent: 'no' | 'maybe' | 'answered') =>
  new PlatformError({ fault: FAULTS[status] ?? 'refused', status, code, sent })

test.each(DOCUMENTED)('classifies error %i.%s as %s', (...row) => {
  const outcome = tumblrOutcome(failure(row, 'answered'), 'sandy')
  expect(outcome.kind).toBe(row[2])
  if (outcome.kind !== 'refused') return
  // Says what happened and what to do: two sentences at least, without Tumblr's words or codes.
  expect(outcome.message).toMatch(/^(Tumblr|The|@sandy) .*\. [A-Z].*\.$/)
  expect(outcome.message).not.toMatch(/[{}_]|undefined|\bAPI\b|HTTP|error|\d{4}/i)
})

test('the table lists exactly the documented errors', () => {
  const tableKeys = DOCUMENTED.flatMap(([status, code]) => {
    const key = [`${status}.${code}`, code, String(status)].find((one) => Object.hasOwn(TUMBLR_ANSWERS, one))
    return key === undefined ? [] : [key]
  })
  expect(tableKeys).toHaveLength(DOCUMENTED.length)
  expect([...new Set(tableKeys)].toSorted()).toEqual(Object.keys(TUMBLR_ANSWERS).toSorted())
})

test('a wait is as long as Tumblr says, or else as the table says', () => {
  const wait = (seconds: number | null) =>
    tumblrOutcome(new PlatformError({ fault: 'down', status: 503, code: '0', sent: 'answered', retryAfterSeconds: seconds }), 'sandy')
  expect([wait(7), wait(null)]).toEqual([
    { kind: 'wait', seconds: 7 },
    { kind: 'wait', seconds: 300 },
  ])
})

test.each(['no', 'maybe'] as const)('ignores the table for a request that was sent: %s', (sent) => {
  for (const row of DOCUMENTED) {
    expect(tumblrOutcome(failure(row, sent), 'sandy')).toEqual({ kind: sent === 'no' ? 'unsent' : 'unknown' })
  }
})

test('an undocumented error has an unknown outcome', () => {
  expect(tumblrOutcome(failure([418, '0', ''], 'answered'), 'sandy')).toEqual({ kind: 'unknown' })
})
