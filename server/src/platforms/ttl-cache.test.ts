import { expect, test } from 'vitest'
import { cached } from './ttl-cache.ts'

/** A platform that responds when the test says so, and the requests it received. */
function slowPlatform() {
  const requests: { signal: AbortSignal; respond(text: string): void }[] = []
  const query = (_key: string, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      requests.push({ signal, respond: resolve })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { query: cached(query), requests }
}

const neverAborted = new AbortController().signal

test('an aborted caller leaves the shared request to the others', async () => {
  const { query, requests } = slowPlatform()
  const first = new AbortController()
  const results = [query('account', first.signal), query('account', neverAborted)]
  first.abort(new Error('out of time'))
  await expect(results[0]).rejects.toThrow('out of time')
  requests[0]?.respond('the answer')
  expect(await results[1]).toBe('the answer')
  // A caller that comes later has the same answer.
  expect(await query('account', neverAborted)).toBe('the answer')
  expect(requests).toHaveLength(1)
})

test('aborts a request without callers, and repeats it for the next caller', async () => {
  const { query, requests } = slowPlatform()
  const callers = [new AbortController(), new AbortController()]
  const results = callers.map(({ signal }) => query('account', signal))
  for (const caller of callers) caller.abort(new Error('out of time'))
  for (const result of results) await expect(result).rejects.toThrow('out of time')
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true])
  const next = query('account', neverAborted)
  requests[1]?.respond('the answer')
  expect(await next).toBe('the answer')
})

test('makes no request for an aborted caller', async () => {
  const { query, requests } = slowPlatform()
  await expect(query('account', AbortSignal.abort(new Error('out of time')))).rejects.toThrow('out of time')
  expect(requests).toEqual([])
})
