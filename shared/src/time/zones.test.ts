import { expect, test } from 'vitest'
import { shownDay, shownMoment, shownMomentWithSeconds, shownTime } from './shown-times.ts'
import { ZONES } from './testing/clock-changes.ts'
import { isZone, ownZone, zoneChoice, zoneChoices } from './zones.ts'

test('lists all zones with their current UTC offset', () => {
  const summer = zoneChoices(new Date('2026-07-01T00:00:00Z'))
  expect(summer.map(({ id }) => id).toSorted()).toEqual([...ZONES].toSorted())
  expect(summer.map(({ offset }) => offset)).toEqual(summer.map(({ offset }) => offset).toSorted((one, other) => one - other))
  const of = (id: string, at: string) => zoneChoice(id, new Date(at))
  expect(of('Europe/Berlin', '2026-07-01T00:00:00Z')).toEqual({ id: 'Europe/Berlin', city: 'Berlin', offset: 120, offsetText: 'UTC+02:00' })
  expect(of('Europe/Berlin', '2026-12-01T00:00:00Z').offsetText).toBe('UTC+01:00')
  expect(of('America/Argentina/Buenos_Aires', '2026-07-01T00:00:00Z')).toMatchObject({ city: 'Buenos Aires, Argentina', offset: -180 })
  expect(of('Asia/Kathmandu', '2026-07-01T00:00:00Z').offsetText).toBe('UTC+05:45')
  expect(of('America/St_Johns', '2026-12-01T00:00:00Z').offsetText).toBe('UTC−03:30')
  expect(of('UTC', '2026-12-01T00:00:00Z')).toMatchObject({ city: 'UTC', offsetText: 'UTC' })
})

test('isZone accepts every listed zone and rejects others', () => {
  expect(ZONES.filter((zone) => !isZone(zone))).toEqual([])
  expect(isZone(ownZone())).toBe(true)
  expect(isZone('US/Eastern')).toBe(true)
  const invalid = ['', 'Europe', 'Europe/Atlantis', '+02:00', 'Europe/Berlin ', '../etc/passwd', `A${'/a'.repeat(40)}`, 'UTC+2']
  expect(invalid.filter(isZone)).toEqual([])
})

test('formats days and times like all screens', () => {
  const at = new Date('2026-11-22T08:05:00Z')
  expect([shownDay(at, 'UTC'), shownTime(at, 'UTC')]).toEqual(['Nov 22, 2026', '08:05 AM'])
  expect([shownDay(at, 'Pacific/Kiritimati'), shownTime(at, 'America/Los_Angeles')]).toEqual(['Nov 22, 2026', '12:05 AM'])
  expect(shownMoment(at, 'UTC')).toBe('Nov 22, 2026 at 08:05 AM')
  expect(shownMomentWithSeconds(at, 'Asia/Tokyo')).toBe('Nov 22, 2026 at 05:05:00 PM')
  expect(shownMoment(at)).toBe(shownMoment(at, ownZone()))
})
