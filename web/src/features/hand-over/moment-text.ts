const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit' })

/** On this device's clock: "Nov 23, 2026, 02:05 PM". */
export function momentText(at: string): string {
  return moment.format(new Date(at))
}

/** The zone in which this device tells times. */
export function zoneName(): string {
  return moment.resolvedOptions().timeZone.replaceAll('_', ' ')
}
