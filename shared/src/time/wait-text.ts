const UNITS = [
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

/** Like `40 seconds`, `12 minutes` or `3 hours`, rounded up so that a retry isn't too early. */
export function waitText(seconds: number): string {
  // A few minutes say more than "1 hour".
  const unit = UNITS.find((one) => seconds >= 1.5 * one.seconds) ?? UNITS[2]
  const count = Math.max(1, Math.ceil(seconds / unit.seconds))
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}
