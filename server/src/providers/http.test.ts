import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { HttpError } from './http-error.ts'
import { createFetch, publicFetches } from './http.ts'
import { untilStep } from './public-address.ts'

const TIMEOUTS = { answerMs: 2000, silenceMs: 2000 }

async function canary() {
  let connections = 0
  const server = createServer((_, outgoing) => outgoing.end('{"ok":true}'))
  server.on('connection', () => (connections += 1))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, count: () => connections }
}

const faultOf = async (work: Promise<Response>) =>
  work.then(
    (answer) => answer.status,
    (error: unknown) => (error instanceof HttpError ? error.fault : String(error)),
  )

test('an address that a user typed never leads into the machine or its network', async () => {
  const { port, count } = await canary()
  const publicFetch = publicFetches({ connectMs: 2000, stepMs: 0, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })(TIMEOUTS)
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0', 'ai.example', 'user:key@127.0.0.1']) {
    const url = `http://${host}:${port}/v1/models`
    // The standard of fetch takes no user part in an address at all.
    const expected = host.includes('@') ? 'unreachable' : 'not-public'
    expect([host, await faultOf(publicFetch(url, { headers: { authorization: 'Bearer sk-x' } }))]).toEqual([host, expected])
  }
  expect(count()).toBe(0)
  expect(await faultOf(createFetch(TIMEOUTS)(`http://127.0.0.1:${port}/v1/models`))).toBe(200)
  expect(count()).toBe(1)
})

test('a name whose address is looked up in vain is unreachable', async () => {
  const publicFetch = publicFetches({ connectMs: 2000, stepMs: 0, resolve: () => Promise.reject(new Error('no such name')) })(TIMEOUTS)
  expect(await faultOf(publicFetch('https://ai.example/v1'))).toBe('unreachable')
})

test('a time that says nothing: a look-up in vain is reported at the end of its step', () => {
  expect([0, 1, 999, 1000, 1001, 2500].map((ms) => ms + untilStep(ms, 1000))).toEqual([1000, 1000, 1000, 2000, 2000, 3000])
  expect(untilStep(17, 0)).toBe(0)
})
