import type { ZoneChoice } from './zones.ts'

/** One day of each half of the year: a zone is found by the names of its standard and its summer time. */
const DAYS = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')]

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replaceAll(/[_/,\s]+/g, ' ')
    .toLowerCase()

/** `JST` for Japan Standard Time, `CEST` for Central European Summer Time. Winter abbreviations exist with and without S: `CEST`, `CET`. */
function initialsOf(name: string): string[] {
  const initials = (words: string): string => words.replaceAll(/\B\w|\W/g, '').toLowerCase()
  return [initials(name), initials(name.replace(' Standard', ''))]
}

interface Names {
  initials: readonly string[]
  /** Everything that is searched, in small letters. */
  text: string
}

const namesById = new Map<string, Names>()

/** Search names of a zone. Computed once, because four hundred formatters take a while. */
function namesOf({ id, city }: ZoneChoice): Names {
  const cached = namesById.get(id)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'long' })
  const long = DAYS.map((day) => format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  // Places without names of their own have their offset there.
  const initials = long.filter((name) => !name.startsWith('GMT')).flatMap(initialsOf)
  const names = { initials, text: plain([city, id, ...long, ...initials].join(' ')) }
  namesById.set(id, names)
  return names
}

/** Hours and minutes of `+9`, `UTC-03:30` and `gmt+5`; null for words. */
function offsetOf(query: string): { sign: number; hours: number; minutes: number | null } | null {
  const [, sign, hours, minutes] = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$/.exec(query) ?? []
  if (sign === undefined || hours === undefined) return null
  return { sign: sign === '-' ? -1 : 1, hours: Number(hours), minutes: minutes === undefined ? null : Number(minutes) }
}

function byOffset(choices: readonly ZoneChoice[], { sign, hours, minutes }: NonNullable<ReturnType<typeof offsetOf>>): ZoneChoice[] {
  const exact = sign * (hours * 60 + (minutes ?? 0))
  const found = choices.filter(({ offset }) =>
    minutes === null ? Math.sign(offset || sign) === sign && Math.trunc(Math.abs(offset) / 60) === hours : offset === exact,
  )
  return found.toSorted((one, other) => Number(other.offset === exact) - Number(one.offset === exact))
}

/** 0 for the city itself, 1 for another beginning or an abbreviation, 2 for anything else. */
function distance(choice: ZoneChoice, words: string): number {
  const { initials } = namesOf(choice)
  if (plain(choice.city) === words || plain(choice.id) === words) return 0
  return plain(choice.city).startsWith(words) || initials.includes(words) ? 1 : 2
}

/** The zones that match by city, area, name, abbreviation or offset, the nearest first; all of them for an empty query. */
export function searchZones(choices: readonly ZoneChoice[], query: string): readonly ZoneChoice[] {
  const words = plain(query).trim()
  if (words === '') return choices
  const offset = offsetOf(words)
  if (offset) return byOffset(choices, offset)
  const found = choices.filter((choice) => words.split(' ').every((word) => namesOf(choice).text.includes(word)))
  return found.toSorted((one, other) => distance(one, words) - distance(other, words))
}
