import { HttpError } from './http.ts'

/** No answer of a platform that we ask for comes near this. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024

/** The body of an answer as text, cut off with an error when it is larger than anything expected. */
export async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    if (bytes > ANSWER_MAX_BYTES) throw new HttpError('broken-off')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

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
