import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { FairQueueSize } from '../../fair-queue/fair-queue.ts'
import { type AdmissionLimits, admissionControl, releaseAdmission } from './admission.ts'

interface Held {
  path: string
  respond(): void
  wait(): void
}

interface Reply {
  status: number
  retryAfter: string | undefined
  body: string
}

const SMALL_QUEUE: FairQueueSize = { places: 2, maxQueuedPerUser: 2, maxQueued: 3 }
const BOUNDS: AdmissionLimits = { calls: SMALL_QUEUE, files: SMALL_QUEUE, countedMs: 60_000 }

/** Like BOUNDS, with other limits for files. */
const withFiles = (overrides: Partial<FairQueueSize>): AdmissionLimits => ({ ...BOUNDS, files: { ...SMALL_QUEUE, ...overrides } })

/** A server whose responses the test sends one by one. */
async function startHeld(bounds: AdmissionLimits) {
  const held: Held[] = []
  const listener: RequestListener = (request, response) => {
    held.push({ path: request.url ?? '', respond: () => response.end('done'), wait: () => releaseAdmission(request) })
  }
  const server = createServer(admissionControl(listener, { bounds, trustProxy: false, headers: {} }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  let seen = 0
  server.on('request', () => seen++)
  const { port } = server.address() as AddressInfo
  const fetchPath = (path: string, options: { session?: string; method?: string; body?: string; accept?: string } = {}) => {
    const { session, method = 'GET', body, accept } = options
    const headers = { ...(session && { cookie: `ninesixteen.session_token=${session}` }), ...(accept && { accept }) }
    const call = send({ port, host: '127.0.0.1', path, method, headers, agent: false })
    call.end(body)
    const reply = once(call, 'response').then(async ([first]): Promise<Reply> => {
      const response: IncomingMessage = first
      return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: await text(response) }
    })
    // An aborted request has no response; a test that awaits it gets the error.
    reply.catch(() => undefined)
    return { reply, leave: () => call.destroy() }
  }
  const isSeen = (count: number) => expect.poll(() => seen).toBe(count)
  return { held, fetchPath, isSeen }
}

test('excess requests are rejected at once and queued ones are served in turn', async () => {
  const { held, fetchPath, isSeen } = await startHeld(BOUNDS)
  const accepted = [fetchPath('/1', { session: 'ann' }), fetchPath('/2', { session: 'bob' })]
  await isSeen(2)
  const waiting = fetchPath('/3', { session: 'cid' })
  await isSeen(3)
  const others = [fetchPath('/4', { session: 'dan' }), fetchPath('/5', { session: 'eve' })]
  await isSeen(5)
  const refused = await fetchPath('/6', { session: 'fay' }).reply
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'BUSY' } })
  expect(held.map(({ path }) => path)).toEqual(['/1', '/2'])
  held[0]?.respond()
  await expect.poll(() => held.at(-1)?.path).toBe('/3')
  for (let at = 1; at < 5; at++) {
    await expect.poll(() => held.length).toBeGreaterThan(at)
    held[at]?.respond()
  }
  for (const { reply } of [...accepted, waiting, ...others]) expect(await reply).toMatchObject({ status: 200, body: 'done' })
})

test('a user with many requests waits behind users with none', async () => {
  const { held, fetchPath, isSeen } = await startHeld(BOUNDS)
  for (let call = 1; call <= 4; call++) {
    fetchPath(`/many/${call}`, { session: 'ann' })
    await isSeen(call)
  }
  expect(await fetchPath('/many/5', { session: 'ann' }).reply).toMatchObject({ status: 429 })
  fetchPath('/one', { session: 'bob' })
  await isSeen(6)
  held[0]?.respond()
  await expect.poll(() => held.at(-1)?.path).toBe('/one')
})

test('monitoring always gets a response', async () => {
  const { held, fetchPath, isSeen } = await startHeld(withFiles({ places: 1, maxQueued: 0 }))
  fetchPath('/1')
  await isSeen(1)
  expect((await fetchPath('/2').reply).status).toBe(503)
  for (const path of ['/healthz', '/readyz?verbose=1']) {
    const { reply } = fetchPath(path)
    await expect.poll(() => held.at(-1)?.path).toBe(path)
    held.at(-1)?.respond()
    expect((await reply).status).toBe(200)
  }
})

test('a request that waits for I/O frees its slot', async () => {
  const { held, fetchPath } = await startHeld({ ...withFiles({ places: 1 }), countedMs: 1 })
  fetchPath('/slow')
  const { reply } = fetchPath('/quick')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.respond()
  expect((await reply).status).toBe(200)
})

test('a request that announces its wait frees its slot at once', async () => {
  const { held, fetchPath, isSeen } = await startHeld(withFiles({ places: 1 }))
  const video = fetchPath('/video', { session: 'ann' })
  await isSeen(1)
  const list = fetchPath('/list', { session: 'bob' })
  await isSeen(2)
  expect(held).toHaveLength(1)
  held[0]?.wait()
  await expect.poll(() => held.length).toBe(2)
  // A slot is released once.
  held[0]?.respond()
  expect((await video.reply).status).toBe(200)
  fetchPath('/next', { session: 'cid' })
  await isSeen(3)
  expect(held).toHaveLength(2)
  held[1]?.respond()
  expect((await list.reply).status).toBe(200)
  await expect.poll(() => held.length).toBe(3)
})

test('an aborted request is not processed, and a closed connection frees its slot', async () => {
  const { held, fetchPath, isSeen } = await startHeld(withFiles({ places: 1 }))
  const first = fetchPath('/1', { session: 'ann' })
  await isSeen(1)
  const second = fetchPath('/2', { session: 'bob' })
  await isSeen(2)
  fetchPath('/3', { session: 'cid' })
  await isSeen(3)
  second.leave()
  await expect(second.reply).rejects.toThrow('socket hang up')
  first.leave()
  await expect.poll(() => held.map(({ path }) => path)).toEqual(['/1', '/3'])
})

test('a rejected browser gets a readable page before its body is complete', async () => {
  const { fetchPath, isSeen } = await startHeld(withFiles({ places: 1, maxQueued: 0 }))
  fetchPath('/1')
  await isSeen(1)
  expect((await fetchPath('/2', { accept: 'text/html,*/*' }).reply).body).toMatch(/^The server is busy\. .* try again in \d+ seconds\.$/)
  expect((await fetchPath('/3', { method: 'POST', body: 'x'.repeat(1000) }).reply).status).toBe(503)
})

test('API clients get a problem document, and MCP requests share the queue', async () => {
  const { fetchPath, isSeen } = await startHeld({ ...BOUNDS, calls: { places: 1, maxQueuedPerUser: 1, maxQueued: 0 } })
  fetchPath('/api/v1/projects')
  await isSeen(1)
  for (const path of ['/api/public/v1/companies', '/mcp?x=1'])
    expect(JSON.parse((await fetchPath(path, { session: path }).reply).body)).toMatchObject({
      code: 'BUSY',
      status: 503,
      detail: expect.any(String),
    })
})

test('queued API requests do not delay photos', async () => {
  const { held, fetchPath, isSeen } = await startHeld({ ...BOUNDS, calls: { places: 1, maxQueuedPerUser: 1, maxQueued: 1 } })
  for (let call = 1; call <= 2; call++) {
    fetchPath(`/api/v1/projects?call=${call}`, { session: `person ${call}` })
    await isSeen(call)
  }
  expect((await fetchPath('/functions/openai-secure', { session: 'ann' }).reply).status).toBe(503)
  fetchPath('/files/thumbnail/a.webp')
  await expect.poll(() => held.at(-1)?.path).toBe('/files/thumbnail/a.webp')
})
