import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** Asks for something that fails as often as there are causes; gives the pauses between the tries, in milliseconds. */
async function pausesOf(...causes: unknown[]): Promise<{ answer: unknown; pauses: number[] }> {
  const triedAt: number[] = []
  const runQuery = queryClient
    .fetchQuery({
      queryKey: ['asked'],
      retry: queryClient.getDefaultOptions().queries?.retry ?? false,
      queryFn: () => {
        triedAt.push(Date.now())
        const cause = causes.shift()
        return cause === undefined ? Promise.resolve('answer') : Promise.reject(cause)
      },
    })
    .catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { answer: await runQuery, pauses: triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0)) }
}

const respondedWith = (status: number) => new ApiError({ code: 'UNAVAILABLE', status, message: `answered with ${status}` })

it.each([502, 503, 504])('retries when the server is not ready (%i), after 200 ms and twice as long each time', async (status) => {
  const { answer, pauses } = await pausesOf(respondedWith(status), respondedWith(status), respondedWith(status))
  expect({ answer, pauses }).toEqual({ answer: 'answer', pauses: [200, 400, 800] })
})

it('retries when the network fails, and gives up after the third pause', async () => {
  const offline = new TypeError('Failed to fetch')
  const { answer, pauses } = await pausesOf(offline, offline, offline, offline, offline)
  expect(answer).toBe(offline)
  expect(pauses).toEqual([200, 400, 800])
})

it.each([400, 401, 403, 404, 409, 413, 429, 500])('does not retry a response of %i', async (status) => {
  const cause = respondedWith(status)
  expect(await pausesOf(cause)).toEqual({ answer: cause, pauses: [] })
})
