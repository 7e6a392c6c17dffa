import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { expect, test } from 'vitest'
import type { GenerationOutcome } from '../db/schema-projects.ts'
import { outcomeOf, lastEvent, lostEvent, messageOf, missingSlides } from './generation-outcome.ts'

test.each<[ErrorCode | null, GenerationOutcome]>([
  ['AI_FEW', 'few'],
  ['AI_LATE', 'late'],
  ['AI_CANCELLED', 'cancelled'],
  ['AI_STOPPED', 'stopped'],
  ['UNAVAILABLE', 'database'],
  ['AI_UNPARSABLE', 'cut'],
  ['INTERNAL', 'cut'],
  [null, 'cut'],
])('a failure of the kind %s is noted as %s', (code, ending) => {
  expect(outcomeOf(code && new AppError(code))).toBe(ending)
})

test.each([
  ['stop', 0, 'AI_UNPARSABLE'],
  ['cut', 0, 'AI_UNPARSABLE'],
  ['stop', 3, 'AI_FEW'],
  ['cut', 3, 'AI_PARTIAL'],
] as const)('an answer that ended by "%s" with %i slides is %s', (finish, kept, code) => {
  expect(missingSlides(finish, { kept, wanted: 7 })).toMatchObject({ code })
})

test.each<GenerationOutcome>(['few', 'cut', 'late', 'cancelled', 'stopped', 'database'])(
  'what is kept after "%s" is told by its numbers',
  (outcome) => {
    const notice = messageOf({ slides: 3, wanted: 7, outcome })
    expect(notice).toContain('3')
    expect(notice).not.toMatch(/[{}]/)
    expect(messageOf({ slides: 7, wanted: 7, outcome: null })).toBeNull()
  },
)

test('every way to end has words of its own', () => {
  const endings: GenerationOutcome[] = ['few', 'cut', 'late', 'cancelled', 'stopped', 'database']
  expect(new Set(endings.map((outcome) => messageOf({ slides: 3, wanted: 7, outcome }))).size).toBe(endings.length)
})

test('the last event matches the stored outcome', () => {
  const ended = { version: 4, slides: 7, wanted: 7, outcome: null, words: null }
  expect(lastEvent('p', ended, { failure: null, written: 7 })).toEqual({
    type: 'done',
    projectId: 'p',
    version: 4,
    kept: 7,
    notice: null,
    words: null,
  })
  expect(lastEvent('p', { ...ended, slides: 2, outcome: 'cut' }, { failure: null, written: 2 })).toMatchObject({
    type: 'done',
    kept: 2,
    notice: messageOf({ slides: 2, wanted: 7, outcome: 'cut' }),
  })
})

test.each<[ErrorCode | null, number, ErrorCode]>([
  ['AI_LATE', 2, 'SLIDESHOW_DELETED'],
  [null, 1, 'SLIDESHOW_DELETED'],
  ['AI_LATE', 0, 'AI_TIMEOUT'],
  ['AI_CANCELLED', 0, 'AI_CANCELLED'],
  [null, 0, 'AI_NOTHING'],
])('a slideshow that is gone after %s with %i slides is told as %s', (code, written, told) => {
  const event = lastEvent('p', null, { failure: code && new AppError(code), written })
  expect(event).toMatchObject({ type: 'error', code: told, kept: 0 })
})

test('while the database is away, the slides that it confirmed are reported', () => {
  expect(lostEvent({ written: 3, wanted: 7 })).toEqual({
    type: 'error',
    code: 'UNAVAILABLE',
    message: messageOf({ slides: 3, wanted: 7, outcome: 'database' }),
    kept: 3,
  })
  expect(lostEvent({ written: 0, wanted: 7 })).toEqual({
    type: 'error',
    code: 'UNAVAILABLE',
    message: new AppError('UNAVAILABLE').message,
    kept: 0,
  })
})
