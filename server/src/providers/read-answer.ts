/** Parsed JSON, or undefined for anything else (a proxy's error page, say). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds, when it is given as such and within a day. */
export function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400 ? Math.ceil(seconds) : null
}
