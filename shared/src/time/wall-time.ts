const WALL = /^(19[7-9]\d|20\d\d|2100)-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/

/** True for a day and a minute that a calendar has, from 1970 to 2100: `YYYY-MM-DDTHH:MM`. */
export function isWallTime(text: string): boolean {
  if (!WALL.test(text)) return false
  const date = new Date(`${text}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
