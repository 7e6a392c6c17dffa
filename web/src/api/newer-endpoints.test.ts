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
async function asked(call: string, ...answers: Response[]) {
  let times = 0
  const got = callNewerEndpoint(call, async () => answers[times++] ?? newer()).then(
    async (response) => `${response.status} ${await response.text()}`,
    (cause: unknown) => cause,
  )
  await vi.runAllTimersAsync()
  return { got: await got, times }
}

it('a call that the previous release lacks is repeated until a newer server answers', async () => {
  expect(await asked('media.overview', older(404), older(404), newer())).toEqual({ got: '200 newer', times: 3 })
  // The older server answers in another form.
  expect(await asked('media.list', older(), newer())).toEqual({ got: '200 newer', times: 2 })
})

it('without a newer server, the call fails with UNAVAILABLE and a message', async () => {
  const { got, times } = await asked('ideas.page', ...Array.from({ length: 9 }, () => older(404)))
  expect(times).toBe(4)
  expect(got).toMatchObject({ status: 503, message: 'The server is being updated. Please try again in a moment.' })
})

it('any server may answer a call that both support, and refuse it', async () => {
  expect(await asked('projects.get', older())).toEqual({ got: '200 older', times: 1 })
  expect(await asked('media.overview', newer(404))).toEqual({ got: '404 newer', times: 1 })
  for (const status of [401, 409, 429, 500])
    expect(await asked('media.overview', older(status))).toEqual({ got: `${status} older`, times: 1 })
})

it('only reads are repeated', () => {
  const routes = contractRoutes()
  const reading = ['ideas.page', 'media.list', 'media.overview', 'media.marks', 'media.ids', 'media.tags', 'media.videoPhotos']
  for (const call of [...reading, 'projects.list', 'scheduledPosts.list']) {
    const [group = '', name = ''] = call.split('.')
    expect(routes[group]?.[name]?.[0], call).toBe('GET')
  }
})
