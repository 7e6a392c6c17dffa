import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { createRecord, recordConnectionError, recordErrorResponse, errorMessageOf } from './record.ts'
import { judge, type Findings } from './verdict.ts'

const verdict = { posts: 2, duplicated: [], lost: [], contradicted: [], published: 2, unconfirmed: 0, avoidable: [], failures: [] }

/** The names of the gates that are missed. */
function missedGates(overrides: Partial<Findings>): string[] {
  const findings: Findings = { posts: 2, verdict, lost: [], record: createRecord(), faults: [], drainSeconds: 3, ...overrides }
  return judge(findings).flatMap(({ gates }) => gates.filter(({ ok }) => !ok).map(({ name }) => name))
}

const body = { error: { code: 'UNAVAILABLE', message: 'The server is not ready yet.' } }

test('each kind of loss misses its own gate', () => {
  expect(missedGates({})).toEqual([])
  expect(missedGates({ lost: ['a photo'] })).toEqual(['acknowledged writes lost'])
  expect(missedGates({ verdict: { ...verdict, duplicated: ['a post'] } })).toEqual(['duplicated posts'])
  expect(missedGates({ verdict: { ...verdict, lost: ['a post'] } })).toEqual(['posts lost'])
  // A post that is missing from the database.
  expect(missedGates({ verdict: { ...verdict, posts: 1 } })).toEqual(['posts lost'])
  expect(missedGates({ verdict: { ...verdict, contradicted: ['a post'] } })).toEqual(['wrongly reported posts'])
  expect(missedGates({ verdict: { ...verdict, failures: ['a post'] } })).toEqual(['posts that failed'])
})

test('errors are allowed only during a fault and only with a message', () => {
  const record = createRecord()
  recordErrorResponse(record, { action: 'save', startedAt: performance.now() }, { status: 503, body })
  const faultAround = (name: string, isNoticeable = true): Fault => ({
    name,
    startedAt: performance.now() - 1000,
    recoveredAt: performance.now() + 1000,
    longestShutdown: 0,
    isNoticeable,
  })
  expect(missedGates({ record, faults: [faultAround('a process is killed')] })).toEqual([])
  expect(missedGates({ record, faults: [] })).toEqual(['errors outside of a fault'])
  // Users must not notice an upgrade.
  expect(missedGates({ record, faults: [faultAround('a rolling upgrade', false)] })).toEqual(['errors outside of a fault'])
  recordConnectionError(record, { action: 'save', startedAt: performance.now() }, new Error('cut'))
  recordErrorResponse(record, { action: 'save', startedAt: performance.now() }, { status: 502, body: null })
  expect(missedGates({ record, faults: [faultAround('a process is killed')] })).toEqual(['errors without a message'])
})

test('a process has 30 seconds to shut down after its drain time', () => {
  const upgrade = { name: 'a rolling upgrade', startedAt: 0, recoveredAt: 1, isNoticeable: false }
  expect(missedGates({ faults: [{ ...upgrade, longestShutdown: 33_000 }] })).toEqual([])
  expect(missedGates({ faults: [{ ...upgrade, longestShutdown: 33_100 }] })).toEqual(['longest shutdown of a process'])
})

test('errorMessageOf ignores unexpected errors and responses without JSON', () => {
  expect(errorMessageOf(body)).toBe('The server is not ready yet.')
  expect(errorMessageOf({ error: { code: 'INTERNAL', message: 'Something went wrong.' } })).toBeNull()
  expect(errorMessageOf('<h1>502</h1>')).toBeNull()
})
