import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, inMonth, longDayText, monthAfter, monthCells, monthText, weekOf, weekText } from './days.ts'

test('a month has 42 cells starting on Sunday, with only its own days filled', () => {
  const cells = monthCells('2026-11')
  expect(cells).toHaveLength(42)
  expect(cells.slice(0, 2)).toEqual(['2026-11-01', '2026-11-02'])
  expect(cells.slice(29, 31)).toEqual(['2026-11-30', null])
  expect(monthCells('2026-08').slice(0, 8)).toEqual([null, null, null, null, null, null, '2026-08-01', '2026-08-02'])
})

test('every day of every month appears once, under its weekday', () => {
  const anyMonth = fc
    .tuple(fc.integer({ min: 1971, max: 2099 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`)
  fc.assert(
    fc.property(anyMonth, (month) => {
      const cells = monthCells(month)
      expect(cells.filter((cell) => cell !== null)).toEqual(daysOf(month))
      cells.forEach((cell, index) => cell && expect(new Date(`${cell}T00:00Z`).getUTCDay()).toBe(index % 7))
    }),
  )
})

test('months continue across years, and a missing day becomes the last of the month', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-11', -23)]).toEqual(['2027-01', '2026-12', '2024-12'])
  expect([inMonth('2026-01-31', '2028-02'), inMonth('2026-01-15', '2026-02')]).toEqual(['2028-02-29', '2026-02-15'])
})

test('a week goes from Sunday to Saturday', () => {
  expect(weekOf('2026-12-30')).toEqual(['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
})

test('days are formatted in US English', () => {
  expect([monthText('2026-11'), longDayText('2026-11-22'), weekText('2026-11-25')]).toEqual([
    'November 2026',
    'Sunday, November 22',
    'Nov 22 – 28, 2026',
  ])
})
