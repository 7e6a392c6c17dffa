import { shownDay } from '@ninesixteen/shared/time/shown-times'

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** Bytes for display: 3.1 MB. */
export function byteText(bytes: number): string {
  let amount = bytes / 1024
  let unit = 0
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  const rounded = amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${rounded} ${UNITS[unit]}`
}

const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const inFull = (amount: number): string => whole.format(amount)
/** A short number for narrow columns: 1.2K. */
export const inShort = (amount: number): string => short.format(amount)

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

export const onDay = (at: string): string => shownDay(new Date(at))

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** The age in the largest unit that fits, "3 hours ago"; the date after a month. */
export function ago(at: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000)
  if (seconds > 31 * 86_400) return onDay(at)
  const step = STEPS.find(([, length]) => seconds >= length)
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}
