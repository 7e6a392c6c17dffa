/** Longer than any name of the IANA database, the longest of which has 32 characters. */
export const ZONE_MAX = 64

/** Named zones only: a fixed offset knows no summer time. */
const NAME = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/

/** True for a time zone of the IANA database that this program knows, also under one of its older names. */
export function isZone(name: string): boolean {
  if (name.length > ZONE_MAX || !NAME.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The zone that this browser or server is set to. */
export function ownZone(): string {
  return new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone
}

export interface ZoneChoice {
  id: string
  /** `Kyiv`, `Buenos Aires`, `Knox, Indiana`. */
  city: string
  /** Ahead of UTC at the moment asked about, in minutes. */
  offset: number
  /** `UTC+05:30` */
  offsetText: string
}

/** All zones to choose from, with what their clocks are ahead of UTC at a moment: westernmost first, then by city. */
export function zoneChoices(at: Date = new Date()): ZoneChoice[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')]
    .map((id) => zoneChoice(id, at))
    .toSorted((one, other) => one.offset - other.offset || one.city.localeCompare(other.city, 'en'))
}

export function zoneChoice(id: string, at: Date = new Date()): ZoneChoice {
  const offset = offsetMinutes(id, at)
  return { id, city: cityOf(id), offset, offsetText: offsetText(offset) }
}

/** The part after the continent, the smaller place first. */
function cityOf(id: string): string {
  const [, ...places] = id.split('/')
  return (places.length > 0 ? places : [id])
    .toReversed()
    .map((place) => place.replaceAll('_', ' '))
    .join(', ')
}

function offsetMinutes(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d)(?::\d\d)?)?$/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
