import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, errorFromBody, toApiError } from './api-error.ts'
import { retryLostRequest, retryIdempotent } from './retry-lost-request.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const cut = () => new TypeError('Failed to fetch')
const proxy = (status: number) => errorFromBody('<h1>Bad Gateway</h1>', status)
const rejected = (code: ErrorCode) => new ApiError({ code, status: new AppError(code).status, message: 'no' })

/** Fails with each of the given causes, then succeeds; records the times of the calls. */
function failing(failures: unknown[]) {
  const at: number[] = []
  const call = async (): Promise<string> => {
    at.push(Date.now())
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return 'answered'
  }
  return { call, at }
}

it('retries a lost request after 200 ms and twice as long each time, whatever the cause', async () => {
  const broken = new TypeError('network error')
  const { call, at } = failing([cut(), proxy(502), proxy(503), broken, proxy(504), rejected('UNAVAILABLE')])
  const result = retryLostRequest(call)
  await vi.runAllTimersAsync()
  expect(await result).toBe('answered')
  expect(at.slice(1).map((time, index) => time - (at[index] ?? 0))).toEqual([200, 400, 800, 1600, 3200, 6400])
})

it('gives up after six retries with the last error', async () => {
  const { call, at } = failing([...Array.from({ length: 6 }, cut), proxy(503), cut()])
  const result = retryLostRequest(call).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(toApiError(await result)).toMatchObject({ status: 503 })
  expect(at).toHaveLength(7)
})

it.each(['VIDEO_BUSY', 'BUSY', 'AI_BUSY', 'RATE_LIMITED', 'UNAUTHENTICATED', 'DRIVE_DOWN', 'INTERNAL'] as const)(
  'does not retry a response with %s',
  async (code) => {
    const { call, at } = failing([rejected(code)])
    expect(await retryLostRequest(call).catch((error: unknown) => error)).toMatchObject({ code })
    expect(at).toHaveLength(1)
  },
)

it('does not retry a bug of the page, or while the browser is offline', async () => {
  const bug = failing([new TypeError('x is not a function')])
  await expect(retryLostRequest(bug.call)).rejects.toThrow('x is not a function')
  vi.stubGlobal('navigator', { onLine: false })
  const offline = failing([cut()])
  await expect(retryLostRequest(offline.call)).rejects.toThrow('Failed to fetch')
  expect([bug.at.length, offline.at.length]).toEqual([1, 1])
})

it('stops once the user cancels, during a request or between two', async () => {
  const [during, between] = [new AbortController(), new AbortController()]
  const first = retryLostRequest(() => {
    during.abort()
    return Promise.reject(cut())
  }, during.signal)
  await expect(first).rejects.toThrow('Failed to fetch')
  const { call, at } = failing([cut()])
  const result = retryLostRequest(call, between.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(199)
  between.abort()
  expect(toApiError(await result).code).toBe('CANCELLED')
  await vi.runAllTimersAsync()
  expect(at).toHaveLength(1)
})

it('uses one idempotency key for all attempts of a call, and another for the next call', async () => {
  const keys: (string | undefined)[] = []
  const send = async (headers: Record<string, string>): Promise<void> => {
    keys.push(headers[IDEMPOTENCY_HEADER])
    if (keys.length === 1) throw cut()
  }
  const result = retryIdempotent(send)
  await vi.runAllTimersAsync()
  await result
  await retryIdempotent(send)
  expect(keys[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
