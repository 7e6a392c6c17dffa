import { expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'

const fault = JSON.stringify({ provider: 'openai', faults: [] })

test.each<[string, string, Record<string, string>]>([
  ['a page of another site', 'http://127.0.0.1:3100', { origin: 'http://evil.example' }],
  ['a page of the product', 'http://127.0.0.1:3100', { origin: 'http://localhost:3000' }],
  ['a page without an origin', 'http://127.0.0.1:3100', { origin: 'null' }],
  ['a picture on a page', 'http://127.0.0.1:3100', { 'sec-fetch-site': 'cross-site' }],
  ['a page whose name leads here', 'http://evil.example:3100', { 'sec-fetch-site': 'same-origin' }],
  ['a name that leads here', 'http://evil.example:3100', {}],
])('%s cannot use the control API', async (_who, origin, headers) => {
  const app = createSandbox({ seed: 'x', fast: true })
  const orders: [string, string][] = [
    ['POST', '/_control/faults'],
    ['POST', '/_control/clock'],
    ['GET', '/_control/requests'],
    ['DELETE', '/_control'],
  ]
  for (const [method, path] of orders) {
    const body = method === 'POST' ? { body: fault } : {}
    const answer = await app.request(origin + path, { method, headers: { 'content-type': 'text/plain', ...headers }, ...body })
    expect([method, path, answer.status]).toEqual([method, path, 403])
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; charset=application/json', ''])(
  'what a page could send unasked, %j, is no order',
  async (type) => {
    const app = createSandbox({ seed: 'x', fast: true })
    const body = JSON.stringify({ advance: 60 })
    const orders: [string, string][] = [
      ['POST', '/_control/clock'],
      ['PUT', '/_control/chances'],
      ['PATCH', '/_control/tiktok'],
    ]
    for (const [method, path] of orders) {
      const answer = await app.request(`http://127.0.0.1:3100${path}`, { method, headers: { 'content-type': type }, body })
      expect([method, path, answer.status]).toEqual([method, path, 415])
    }
    expect(await (await app.request('http://127.0.0.1:3100/_control/clock')).json()).toMatchObject({ ahead: 0 })
  },
)

test('a program can use the control API', async () => {
  const app = createSandbox({ seed: 'x', fast: true })
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect((await app.request(`http://${host}:3100/_control`, { method: 'DELETE' })).status).toBe(200)
})
