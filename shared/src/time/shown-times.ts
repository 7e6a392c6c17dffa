/*
 * Days and times as every screen shows them: en-US, a short month, day and year in digits; hours and minutes in two digits.
 */

/** Users' zones can be spelled in many ways: at the limit the cache starts over. */
const FORMATS_KEPT = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than formatting a month of the calendar. */
function formatOf(zone: string | undefined, kind: keyof typeof FIELDS): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', { ...FIELDS[kind], timeZone: zone })
  if (formats.size >= FORMATS_KEPT) formats.clear()
  formats.set(key, format)
  return format
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const
const FIELDS = {
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  time: TIME,
  seconds: { ...TIME, second: '2-digit' },
} as const

/** `Nov 22, 2026`; without a zone by the clock of the device, as in all functions of this file. */
export function shownDay(at: Date, zone?: string): string {
  return formatOf(zone, 'day').format(at)
}

// Newer data of Intl has a narrow space before AM and PM, which older fonts lack.
const withPlainSpace = (text: string): string => text.replace('\u202f', ' ')

/** `09:05 AM` */
export function shownTime(at: Date, zone?: string): string {
  return withPlainSpace(formatOf(zone, 'time').format(at))
}

/** `Nov 22, 2026 at 09:05 AM`: a date with a time, wherever one is shown. */
export function shownMoment(at: Date, zone?: string): string {
  return `${shownDay(at, zone)} at ${shownTime(at, zone)}`
}

/** `Nov 22, 2026 at 09:05:21 AM`: for steps that follow each other within a minute. */
export function shownMomentWithSeconds(at: Date, zone?: string): string {
  return `${shownDay(at, zone)} at ${withPlainSpace(formatOf(zone, 'seconds').format(at))}`
}
