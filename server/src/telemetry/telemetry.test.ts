import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import { generate, generateRequest } from '../testing/generation.ts'

/** A failing AI provider, and the requests it received. */
async function brokenProvider() {
  const ids: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ids.push(request.headers['x-client-request-id']?.toString())
    response.writeHead(400, { 'content-type': 'application/json', 'x-request-id': 'req_of_the_provider' })
    response.end('{"error":{"message":"no","code":"bad"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ids, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

test('a request has one id from the browser through the log to the provider', async () => {
  const { ids, baseUrl } = await brokenProvider()
  const model = 'gpt-4.1-mini'
  const ai = { baseUrl, apiKey: 'sk-s3cret', model, ideaModel: model, allowedModels: [model], sandbox: false, dailyTokens: 100_000 }
  const app = await startTestApp({ ai, logLevel: 'debug' })
  const user = await app.buildUser()
  const client = Object.assign(user.withHeaders({ 'x-request-id': 'from-the-browser-1' }), { id: user.id, email: user.email, password: '' })
  expect((await generate(client, generateRequest())).at(-1)).toMatchObject({ type: 'error' })
  expect(ids[0]).toBe('from-the-browser-1-1')
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  const ofCall = lines.filter(({ requestId }) => requestId === 'from-the-browser-1').map(({ msg }) => msg)
  expect(ofCall).toEqual(expect.arrayContaining(['A call to the AI provider failed', 'request']))
  expect(lines.find(({ msg }) => msg === 'A call to the AI provider failed')).toMatchObject({ providerRequestId: 'req_of_the_provider' })
  expect(app.logged.join('')).not.toContain('s3cret')
})

test('an invalid request id is replaced by a unique one', async () => {
  const { anonymous, logged } = await startTestApp({ logLevel: 'debug' })
  const idOf = async (header?: string) =>
    (await anonymous.fetch('/healthz', header === undefined ? {} : { headers: { 'x-request-id': header } })).headers.get('x-request-id')
  expect(await idOf('abc-123_X=')).toBe('abc-123_X=')
  const ids = await Promise.all([idOf(), idOf(), idOf('x'.repeat(65)), idOf('two words'), idOf('a"b'), idOf('<b>')])
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{20}$/)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(logged.filter((line) => line.includes(`"requestId":"${id}"`))).toHaveLength(1)
})
