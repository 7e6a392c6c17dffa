import { databaseNow } from '../database-clock.ts'

/** Parsed JSON, or undefined for anything else (a proxy's error page, say). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same, with whole numbers that JavaScript cannot hold as their digits: identifiers of 64 bits. */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value,
    )
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds, given as such or as a moment by the clock of whoever answers, when it is within a day. */
export function retryAfter(response: Response): number | null {
  const given = response.headers.get('retry-after') ?? ''
  const seconds = /^\s*\d/.test(given)
    ? Number(given)
    : (Date.parse(given) - (Date.parse(response.headers.get('date') ?? '') || databaseNow())) / 1000
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400 ? Math.ceil(seconds) : null
}
