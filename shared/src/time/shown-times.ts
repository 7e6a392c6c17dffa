/*
 * Days and times as every screen shows them: en-US, a short month, day and year in digits; hours and minutes in two digits.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than formatting a calendar's month. */
function formatOf(zone: string, kind: 'day' | 'time'): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const fields = kind === 'day' ? DAY : TIME
  const format = new Intl.DateTimeFormat('en-US', { ...fields, timeZone: zone })
  formats.set(key, format)
  return format
}

const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** `Nov 22, 2026` */
export function shownDay(at: Date, zone: string): string {
  return formatOf(zone, 'day').format(at)
}

/** `09:05 AM` */
export function shownTime(at: Date, zone: string): string {
  // Newer data of Intl has a narrow space before AM and PM, which older fonts lack.
  return formatOf(zone, 'time').format(at).replace('\u202f', ' ')
}
