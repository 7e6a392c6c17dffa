import { expect, test } from 'vitest'
import { atLeast, atMost, formatTable } from './table.ts'

test('formatTable aligns names left and numbers right, with the gates below', () => {
  const table = {
    title: 'Drawing a slide',
    columns: ['way', 'ms a slide', 'ratio'],
    rows: [
      ['ours', 12.345, 1],
      ['baseline', 130.6, 10.58],
    ],
    gates: [
      atMost('ms a slide', { value: 12.345, limit: 60, unit: 'ms' }),
      atLeast('times faster', { value: 2, limit: 2.5, unit: 'times' }),
    ],
  }
  expect(formatTable(table).split('\n')).toEqual([
    'Drawing a slide',
    '',
    'way       ms a slide  ratio',
    '---------------------------',
    'ours            12.3      1',
    'baseline         131   10.6',
    '',
    'ms a slide    12.3 ms       limit 60 ms      ok',
    'times faster  2 times  limit 2.50 times  MISSED',
  ])
})

test('a value equal to the limit passes a gate', () => {
  expect(atMost('time', { value: 60, limit: 60, unit: 'ms' }).ok).toBe(true)
  expect(atMost('time', { value: 60.1, limit: 60, unit: 'ms' }).ok).toBe(false)
  expect(atLeast('ratio', { value: 2.5, limit: 2.5, unit: 'times' }).ok).toBe(true)
  expect(atLeast('ratio', { value: 2.4, limit: 2.5, unit: 'times' }).ok).toBe(false)
})
