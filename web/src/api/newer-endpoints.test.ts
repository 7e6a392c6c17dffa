import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CONTRACT_HEADER } from '@ninesixteen/shared/api/headers'
import { contractRoutes } from '../../plugins/contract.ts'
import { callNewerEndpoint } from './newer-endpoints.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const older = (status = 200) => new Response('older', { status })
const newer = (status = 200) => new Response('newer', { status, headers: { [CONTRACT_HEADER]: '1' } })

/** Answers like servers behind a load balancer, in turn; returns the page's response and the number of requests. */
async function callWith(call: string, ...responses: Response[]) {
  let times = 0
  const result = callNewerEndpoint(call, async () => responses[times++] ?? newer()).then(
    async (response) => `${response.status} ${await response.text()}`,
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  return { got: await result, times }
}

it('repeats a request that the previous release lacks until a newer server responds', async () => {
  expect(await callWith('media.overview', older(404), older(404), newer())).toEqual({ got: '200 newer', times: 3 })
  // The older server answers in another form.
  expect(await callWith('media.list', older(), newer())).toEqual({ got: '200 newer', times: 2 })
})

it('fails with UNAVAILABLE without a newer server', async () => {
  const { got: result, times } = await callWith('ideas.page', ...Array.from({ length: 9 }, () => older(404)))
  expect(times).toBe(4)
  expect(result).toMatchObject({ status: 503, message: 'The server is being updated. Please try again in a moment.' })
})

it('accepts any response to a request that both releases support', async () => {
  expect(await callWith('projects.get', older())).toEqual({ got: '200 older', times: 1 })
  expect(await callWith('media.overview', newer(404))).toEqual({ got: '404 newer', times: 1 })
  for (const status of [401, 409, 429, 500])
    expect(await callWith('media.overview', older(status))).toEqual({ got: `${status} older`, times: 1 })
})

it('repeats only reads', () => {
  const routes = contractRoutes()
  const reading = ['ideas.page', 'media.list', 'media.overview', 'media.marks', 'media.ids', 'media.tags', 'media.videoPhotos']
  for (const call of [...reading, 'projects.list', 'scheduledPosts.list']) {
    const [group = '', name = ''] = call.split('.')
    expect(routes[group]?.[name]?.[0], call).toBe('GET')
  }
})
