import { databaseNow } from '../database-clock.ts'

/** Parsed JSON; undefined for anything else, such as a proxy's error page. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Like `parseJson`, but returns integers beyond the safe range (64-bit ids) as strings of digits. */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value,
    )
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds, from seconds or from a date by the sender's clock; null beyond a day. */
export function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after') ?? ''
  const seconds = /^\s*\d/.test(header)
    ? Number(header)
    : (Date.parse(header) - (Date.parse(response.headers.get('date') ?? '') || databaseNow())) / 1000
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400 ? Math.ceil(seconds) : null
}
