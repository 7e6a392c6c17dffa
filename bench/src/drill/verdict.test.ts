import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { newRecord, recordBroken, recordRefused, sentenceOf } from './record.ts'
import { judge, type Findings } from './verdict.ts'

const verdict = { posts: 2, duplicated: [], lost: [], contradicted: [], published: 2, unconfirmed: 0, avoidable: [], failures: [] }

/** The names of the gates that are missed. */
function missedBy(given: Partial<Findings>): string[] {
  const findings: Findings = { posts: 2, verdict, lost: [], record: newRecord(), faults: [], drainSeconds: 3, ...given }
  return judge(findings).flatMap(({ gates }) => gates.filter(({ ok }) => !ok).map(({ name }) => name))
}

const body = { error: { code: 'UNAVAILABLE', message: 'The server is not ready yet.' } }

test('nothing lost is nothing missed; each loss is a gate of its own', () => {
  expect(missedBy({})).toEqual([])
  expect(missedBy({ lost: ['a photo'] })).toEqual(['acknowledged writes lost'])
  expect(missedBy({ verdict: { ...verdict, duplicated: ['a post'] } })).toEqual(['duplicated posts'])
  expect(missedBy({ verdict: { ...verdict, lost: ['a post'] } })).toEqual(['posts lost'])
  // One that is not even in the database.
  expect(missedBy({ verdict: { ...verdict, posts: 1 } })).toEqual(['posts lost'])
  expect(missedBy({ verdict: { ...verdict, contradicted: ['a post'] } })).toEqual(['wrongly reported posts'])
  expect(missedBy({ verdict: { ...verdict, failures: ['a post'] } })).toEqual(['posts that failed'])
})

test('an error is forgiven in the time of a fault alone, and never without a sentence', () => {
  const record = newRecord()
  recordRefused(record, { doing: 'save', begunAt: performance.now() }, { status: 503, body })
  const around = (name: string, mayBeNoticed = true): Fault => ({
    name,
    begunAt: performance.now() - 1000,
    backAt: performance.now() + 1000,
    longestEnd: 0,
    mayBeNoticed,
  })
  expect(missedBy({ record, faults: [around('a process is killed')] })).toEqual([])
  expect(missedBy({ record, faults: [] })).toEqual(['errors outside of a fault'])
  // Users must notice nothing of an upgrade.
  expect(missedBy({ record, faults: [around('a rolling upgrade', false)] })).toEqual(['errors outside of a fault'])
  recordBroken(record, { doing: 'save', begunAt: performance.now() }, new Error('cut'))
  recordRefused(record, { doing: 'save', begunAt: performance.now() }, { status: 502, body: null })
  expect(missedBy({ record, faults: [around('a process is killed')] })).toEqual(['errors without a message'])
})

test('a process has half a minute to end, beside the time it leaves the balancer', () => {
  const upgrade = { name: 'a rolling upgrade', begunAt: 0, backAt: 1, mayBeNoticed: false }
  expect(missedBy({ faults: [{ ...upgrade, longestEnd: 33_000 }] })).toEqual([])
  expect(missedBy({ faults: [{ ...upgrade, longestEnd: 33_100 }] })).toEqual(['longest shutdown of a process'])
})

test('the message of an unexpected error is no sentence', () => {
  expect(sentenceOf(body)).toBe('The server is not ready yet.')
  expect(sentenceOf({ error: { code: 'INTERNAL', message: 'Something went wrong.' } })).toBeNull()
  expect(sentenceOf('<h1>502</h1>')).toBeNull()
})
