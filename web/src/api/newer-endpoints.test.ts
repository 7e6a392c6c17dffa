import { CONTRACT_HEADER } from '@ninesixteen/shared/api/contract-number'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

/** The answers of servers in turn, as a balancer asks them; gives what the page gets and how often it asked. */
async function asked(call: string, ...answers: Response[]) {
  let times = 0
  const got = callNewerEndpoint(call, async () => answers[times++] ?? newer()).then(
    async (response) => `${response.status} ${await response.text()}`,
    (cause: unknown) => cause,
  )
  await vi.runAllTimersAsync()
  return { got: await got, times }
}

it('what a server of the release before does not know is asked until one answers that does', async () => {
  expect(await asked('media.overview', older(404), older(404), newer())).toEqual({ got: '200 newer', times: 3 })
  // It answers, and not what this page wants.
  expect(await asked('media.list', older(), newer())).toEqual({ got: '200 newer', times: 2 })
})

it('where none does, the call fails as one whose server is not ready, in a sentence', async () => {
  const { got, times } = await asked('ideas.page', ...Array.from({ length: 9 }, () => older(404)))
  expect(times).toBe(4)
  expect(got).toMatchObject({ status: 503, message: 'The server is being updated. Please try again in a moment.' })
})

it('any server may answer what both know, and what it refuses is refused', async () => {
  expect(await asked('projects.get', older())).toEqual({ got: '200 older', times: 1 })
  expect(await asked('media.overview', newer(404))).toEqual({ got: '404 newer', times: 1 })
  for (const status of [401, 409, 429, 500])
    expect(await asked('media.overview', older(status))).toEqual({ got: `${status} older`, times: 1 })
})

it('only what reads is sent again', () => {
  const routes = contractRoutes()
  const reading = ['ideas.page', 'media.list', 'media.overview', 'media.marks', 'media.ids', 'media.tags', 'media.videoPhotos']
  for (const call of [...reading, 'projects.list', 'scheduledPosts.list']) {
    const [group = '', name = ''] = call.split('.')
    expect(routes[group]?.[name]?.[0], call).toBe('GET')
  }
})
