import { expect, test } from 'vitest'
import { secondsLeft, timeLeftText, withSample, type ProgressSample } from './time-left.ts'

/** Measurements of progress each second. */
const measured = (...done: number[]): readonly ProgressSample[] =>
  done.reduce<readonly ProgressSample[]>((samples, each, second) => withSample(samples, { at: second * 1000, done: each }), [])

test('a steady rate gives the time left', () => {
  expect(secondsLeft(measured(0, 10, 20, 30, 40, 50), { done: 50, total: 150 })).toBe(10)
  expect(secondsLeft(measured(0, 1, 1, 2, 2, 3, 3, 4), { done: 4, total: 24 })).toBeCloseTo(35)
})

test.each([
  ['an unknown total', [0, 10, 20, 30, 40, 50, 60], null],
  ['a measurement of less than five seconds', [0, 10, 20, 30, 40], 1000],
  ['too few measurements', [0, 0, 0, 0, 0, 0, 0, 10], 1000],
  ['a rest of less than five seconds', [0, 10, 20, 30, 40, 50], 90],
  ['a rate that fell by more than half', [0, 40, 80, 120, 125, 130, 135, 140], 1000],
  ['a rate that more than doubled', [0, 1, 2, 3, 4, 50, 100, 150], 1000],
])('%s has no time left', (_, done, total) => {
  expect(secondsLeft(measured(...done), { done: done.at(-1) ?? 0, total })).toBeNull()
})

test('measurements begin again when progress goes back, and skip what is too close', () => {
  expect(measured(10, 20, 5)).toEqual([{ at: 2000, done: 5 }])
  const samples = measured(0, 10)
  expect(withSample(samples, { at: 1500, done: 15 })).toBe(samples)
  expect(withSample(samples, { at: 9000, done: 10 })).toBe(samples)
  expect(measured(...Array.from({ length: 100 }, (_, second) => second))).toHaveLength(60)
})

test.each([
  [5, 'About 5 s left'],
  [37, 'About 40 s left'],
  [56, 'About 1 min left'],
  [200, 'About 3 min left'],
  [7000, 'About 2 h left'],
])('%i seconds left read %s', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text)
})

test('no text stays without a time left', () => {
  expect(timeLeftText(null)).toBeNull()
})
