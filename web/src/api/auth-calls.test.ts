import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authCalls } from './auth-calls.ts'
import { allowRelativeRequests } from './testing/relative-requests.ts'

let statuses: number[] = []
const requests: { path: string; at: number }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
  allowRelativeRequests()
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push({ path: new URL(request.url).pathname, at: Date.now() })
    const status = statuses.shift() ?? 200
    return Response.json(status === 200 ? { token: 'x' } : { code: 'UNAVAILABLE', message: 'not ready' }, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([502, 503, 504])(
  'retries a sign-in while the server is not ready (%i), after 200 ms and twice as long each time',
  async (status) => {
    statuses = [status, status, status]
    const signedIn = authCalls.signIn('ann@example.org', 'a good password')
    await vi.runAllTimersAsync()
    expect(await signedIn).toEqual({ token: 'x' })
    const pauses = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    expect(pauses).toEqual([200, 400, 800])
  },
)

it('gives up after the third pause with the error of the server', async () => {
  statuses = [503, 503, 503, 503, 503]
  const signedIn = authCalls.signIn('ann@example.org', 'a good password').catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await signedIn).toMatchObject({ status: 503, message: 'not ready' })
  expect(requests).toHaveLength(4)
})

it.each([401, 429, 500])('does not retry a response of %i', async (status) => {
  statuses = [status]
  const signedIn = authCalls.signIn('ann@example.org', 'a good password').catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await signedIn).toMatchObject({ status })
  expect(requests).toHaveLength(1)
})

it('does not retry a sign-up: the first response may only have been lost', async () => {
  statuses = [503]
  const signedUp = authCalls.signUp('ann@example.org', 'a good password').catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await signedUp).toMatchObject({ status: 503 })
  expect(requests).toHaveLength(1)
})
