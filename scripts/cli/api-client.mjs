import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Attempts of a request whose answer is lost: with the same idempotency key, nothing happens twice. */
const ATTEMPTS = 4
const PREFIX = '/api/public/v1'

/** An expected end of the command, with its exit code. */
export class Failure extends Error {
  constructor(message, exitCode) {
    super(message)
    this.exitCode = exitCode
  }
}
/** Calls the API, again where the answer was lost. */
export function client({ url, key }) {
  if (!key) throw new Failure('There is no key. Set NINESIXTEEN_API_KEY, or run: ninesixteen login', 2)
  return async (method, path, { body, headers = {}, type = 'application/json' } = {}) => {
    const idempotencyKey = randomUUID()
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(new URL(PREFIX + path, url), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
          ...(body !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : body }),
      }).catch((error) => error)
      const isLost = response instanceof Error || response.status >= 500 || response.status === 429
      if (!isLost && response.ok) return response
      if (!isLost || attempt === ATTEMPTS) throw await failureOf(response, url)
      await wait(1000 * Math.max(2 ** (attempt - 1), Number(response.headers?.get('retry-after') ?? 0)))
    }
  }
}

async function failureOf(response, url) {
  if (response instanceof Error) return new Failure(`${url} can't be reached: ${response.cause?.message ?? response.message}`, 3)
  const { title = response.statusText, detail = '', problems = [] } = await response.json().catch(() => ({}))
  // The title repeats the first problem.
  const lines = problems.length > 0 ? problems.map(({ message }) => message) : [title, detail].filter(Boolean)
  return new Failure(lines.join('\n'), response.status >= 500 ? 3 : 1)
}
