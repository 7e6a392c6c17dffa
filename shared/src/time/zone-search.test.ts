import { expect, test } from 'vitest'
import { searchZones } from './zone-search.ts'
import { zoneChoices } from './zones.ts'

const winter = zoneChoices(new Date('2026-12-01T00:00:00Z'))
const found = (query: string) => searchZones(winter, query).map(({ id }) => id)

test.each([
  ['tokyo', 'Asia/Tokyo'],
  ['  TOK ', 'Asia/Tokyo'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['são', 'America/Sao_Paulo'],
  ['new y', 'America/New_York'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['utc', 'UTC'],
])('lists %s first', (query, id) => {
  expect(found(query)[0]).toBe(id)
})

test.each([
  ['jst', 'Asia/Tokyo'],
  ['japan', 'Asia/Tokyo'],
  ['cet', 'Europe/Berlin'],
  ['cest', 'Europe/Berlin'],
  ['pst', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['+9', 'Asia/Tokyo'],
  ['UTC+09:00', 'Asia/Tokyo'],
  ['gmt -5', 'America/New_York'],
  ['−03:30', 'America/St_Johns'],
])('finds %s as %s', (query, id) => {
  expect(found(query)).toContain(id)
})

test('an offset in hours also finds its half hours, after the full ones', () => {
  const offsets = [...new Set(searchZones(winter, '+9').map(({ offset }) => offset))]
  expect(offsets).toEqual([540, 570])
  expect([...new Set(searchZones(winter, '+1').map(({ offset }) => offset))]).toEqual([60])
  expect([...new Set(searchZones(winter, '-3').map(({ offset }) => offset))]).toEqual([-180, -210])
  expect([...new Set(searchZones(winter, '+0').map(({ offset }) => offset))]).toEqual([0])
})

test('an empty query finds all zones, and an unknown one finds none', () => {
  expect(searchZones(winter, ' ')).toBe(winter)
  expect(found('atlantis')).toEqual([])
  expect(found('+29')).toEqual([])
})
