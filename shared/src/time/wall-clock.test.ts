import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockChanges, clockOf, expectedInstant, ZONES } from './testing/clock-changes.ts'
import { instantOf, settleWall, wallOf } from './wall-clock.ts'
import { isWallTime } from './wall-time.ts'

const FROM = '2026-01-01T00:00:00Z'
const TO = '2028-01-01T00:00:00Z'
const wallMinute = (ms: number) => new Date(ms).toISOString().slice(0, 16)

test('an ambiguous time is the earlier one, and a missing time is moved forward', () => {
  // Berlin: 02:00 to 03:00 is missing on March 29, 2026, and comes twice on October 25.
  expect(settleWall('2026-03-29T02:30', 'Europe/Berlin')).toEqual({
    at: new Date('2026-03-29T01:30:00Z'),
    wall: '2026-03-29T03:30',
    kind: 'never',
  })
  expect(settleWall('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
    at: new Date('2026-10-25T00:30:00Z'),
    wall: '2026-10-25T02:30',
    kind: 'twice',
  })
  expect(settleWall('2026-06-01T09:00', 'Europe/Berlin')).toEqual({
    at: new Date('2026-06-01T07:00:00Z'),
    wall: '2026-06-01T09:00',
    kind: 'once',
  })
  // Half an hour on Lord Howe Island, at midnight in Cairo, and a whole day on Samoa, which crossed the date line.
  expect(instantOf('2026-10-04T02:10', 'Australia/Lord_Howe')).toEqual(new Date('2026-10-03T15:40:00Z'))
  expect(settleWall('2026-04-24T00:15', 'Africa/Cairo').wall).toBe('2026-04-24T01:15')
  expect(settleWall('2011-12-30T12:00', 'Pacific/Apia').wall).toBe('2011-12-31T12:00')
})

test('converts wall time to the instant of the clock in every zone around every clock change', () => {
  let [ambiguous, missing] = [0, 0]
  for (const { zone, at } of ZONES.flatMap((id) => clockChanges(id, FROM, TO))) {
    const middle = Date.parse(`${clockOf(at, zone)}Z`)
    for (let minutes = -195; minutes <= 195; minutes += 15) {
      const wall = wallMinute(middle + minutes * 60_000)
      const result = settleWall(wall, zone)
      expect(`${zone} ${wall} ${result.at.toISOString()}`).toBe(`${zone} ${wall} ${expectedInstant(wall, zone).toISOString()}`)
      expect(instantOf(wall, zone)).toEqual(result.at)
      expect(result.wall).toBe(clockOf(result.at, zone))
      expect(result.wall === wall).toBe(result.kind !== 'never')
      if (result.kind === 'twice') ambiguous++
      if (result.kind === 'never') missing++
    }
  }
  // Both kinds of change were met, in more than a hundred zones each.
  expect(ambiguous).toBeGreaterThan(500)
  expect(missing).toBeGreaterThan(500)
})

test('converts any minute of any zone to an instant and back', () => {
  const minutes = fc.integer({ min: Date.parse(FROM) / 60_000, max: Date.parse(TO) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), minutes, (zone, minute) => {
      const at = new Date(minute * 60_000)
      const wall = wallOf(at, zone)
      expect(wall).toBe(clockOf(at, zone))
      // Only the second of two hours with one name leads to another instant: the first.
      expect(wallOf(instantOf(wall, zone), zone)).toBe(wall)
      expect(instantOf(wall, zone).getTime()).toBeLessThanOrEqual(at.getTime())
    }),
    { numRuns: 3000 },
  )
})

test('isWallTime accepts existing days and minutes only', () => {
  const valid = ['2026-11-22T00:00', '2028-02-29T23:59', '1970-01-01T00:00', '2100-12-31T12:00']
  const invalid = [
    '2026-02-29T10:00',
    '2026-13-01T10:00',
    '2026-11-31T10:00',
    '2026-11-22T24:00',
    '2026-11-22 10:00',
    '2026-11-22T10:00:00',
    '',
  ]
  expect([...valid, ...invalid].filter(isWallTime)).toEqual(valid)
})
