import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { minifyContractRouter } from '@orpc/contract'
import { contract } from '@ninesixteen/shared/api/contract'
import { expect, test } from 'vitest'
import { contractRoutes } from '../../plugins/contract.ts'
import { restRequest } from './rest-request.ts'

const PREFIX = 'http://localhost/api/v1'

/** The request of oRPC's own link. */
async function ofTheLibrary(path: readonly string[], input: unknown): Promise<Request> {
  const sent = Promise.withResolvers<Request>()
  const link = new OpenAPILink(minifyContractRouter(contract), {
    url: PREFIX,
    fetch: async (request) => {
      sent.resolve(request)
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    },
  })
  await link.call(path, input, { context: {} })
  return sent.promise
}

const describeRequest = async (request: Request) => ({
  method: request.method,
  url: request.url,
  body: await request.text(),
  type: request.headers.get('content-type'),
})

const routes = Object.entries(contractRoutes()).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, route]) => ({ path: [group, name], name: `${group}.${name}`, route })),
)

test.each(routes)('builds the same request for $name as oRPC', async ({ path, route }) => {
  const named = Object.fromEntries([...route[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'a/b ü?']))
  const inputs: unknown[] = [
    named,
    { ...named, text: 'a&b=c', many: ['x', 'y'], deep: { is: true, at: [1, 2.5] }, none: undefined, no: null, empty: '' },
  ]
  if (Object.keys(named).length === 0) inputs.push(undefined)
  for (const input of inputs)
    expect(await describeRequest(restRequest(PREFIX, route, { input }))).toEqual(await describeRequest(await ofTheLibrary(path, input)))
})

test('an aborted call aborts its request', () => {
  const controller = new AbortController()
  const request = restRequest(PREFIX, ['POST', '/x'], { input: {}, signal: controller.signal })
  controller.abort()
  expect(request.signal.aborted).toBe(true)
})
