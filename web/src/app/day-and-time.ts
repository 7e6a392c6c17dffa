const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })

const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit' })

/** A moment in full, on this device's clock: "Nov 23, 2026, 02:05 PM". */
export function dateAndTime(at: string): string {
  return moment.format(new Date(at))
}

/** A time near by as one says it, on this browser's clock: "today at 14:05", "tomorrow at 09:30". */
export function dayAndTime(at: string, now: Date = new Date()): string {
  const time = new Date(at)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const afterNext = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 2)
  const isToday = time.toDateString() === now.toDateString()
  const isTomorrow = time >= midnight && time < afterNext
  const day = isToday ? 'today' : isTomorrow ? 'tomorrow' : `on ${date.format(time)}`
  return `${day} at ${clock.format(time)}`
}
