import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { FairQueueSize } from '../../fair-queue/fair-queue.ts'
import { type AdmissionLimits, admissionControl, releaseAdmission } from './admission.ts'

interface Held {
  path: string
  answer(): void
  wait(): void
}

interface Answer {
  status: number
  retryAfter: string | undefined
  body: string
}

const FEW: FairQueueSize = { places: 2, maxQueuedPerUser: 2, maxQueued: 3 }
const BOUNDS: AdmissionLimits = { calls: FEW, files: FEW, countedMs: 60_000 }

/** Like BOUNDS, with other limits for files. */
const withFiles = (given: Partial<FairQueueSize>): AdmissionLimits => ({ ...BOUNDS, files: { ...FEW, ...given } })

/** A server whose responses the test sends one by one. */
async function startHeld(bounds: AdmissionLimits) {
  const held: Held[] = []
  const listener: RequestListener = (request, response) => {
    held.push({ path: request.url ?? '', answer: () => response.end('done'), wait: () => releaseAdmission(request) })
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
  const ask = (path: string, given: { session?: string; method?: string; body?: string; accept?: string } = {}) => {
    const { session, method = 'GET', body, accept } = given
    const headers = { ...(session && { cookie: `ninesixteen.session_token=${session}` }), ...(accept && { accept }) }
    const call = send({ port, host: '127.0.0.1', path, method, headers, agent: false })
    call.end(body)
    const answer = once(call, 'response').then(async ([first]): Promise<Answer> => {
      const response: IncomingMessage = first
      return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: await text(response) }
    })
    // An aborted request has no response; a test that awaits it gets the error.
    answer.catch(() => undefined)
    return { answer, leave: () => call.destroy() }
  }
  const isSeen = (count: number) => expect.poll(() => seen).toBe(count)
  return { held, ask, isSeen }
}

test('what cannot be taken is told so at once, and what waits has its turn', async () => {
  const { held, ask, isSeen } = await startHeld(BOUNDS)
  const taken = [ask('/1', { session: 'ann' }), ask('/2', { session: 'bob' })]
  await isSeen(2)
  const waiting = ask('/3', { session: 'cid' })
  await isSeen(3)
  const others = [ask('/4', { session: 'dan' }), ask('/5', { session: 'eve' })]
  await isSeen(5)
  const refused = await ask('/6', { session: 'fay' }).answer
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'BUSY' } })
  expect(held.map(({ path }) => path)).toEqual(['/1', '/2'])
  held[0]?.answer()
  await expect.poll(() => held.at(-1)?.path).toBe('/3')
  for (let at = 1; at < 5; at++) {
    await expect.poll(() => held.length).toBeGreaterThan(at)
    held[at]?.answer()
  }
  for (const { answer } of [...taken, waiting, ...others]) expect(await answer).toMatchObject({ status: 200, body: 'done' })
})

test('one with many calls waits behind those who have none', async () => {
  const { held, ask, isSeen } = await startHeld(BOUNDS)
  for (let call = 1; call <= 4; call++) {
    ask(`/many/${call}`, { session: 'ann' })
    await isSeen(call)
  }
  expect(await ask('/many/5', { session: 'ann' }).answer).toMatchObject({ status: 429 })
  ask('/one', { session: 'bob' })
  await isSeen(6)
  held[0]?.answer()
  await expect.poll(() => held.at(-1)?.path).toBe('/one')
})

test('monitoring always gets a response', async () => {
  const { held, ask, isSeen } = await startHeld(withFiles({ places: 1, maxQueued: 0 }))
  ask('/1')
  await isSeen(1)
  expect((await ask('/2').answer).status).toBe(503)
  for (const path of ['/healthz', '/readyz?verbose=1']) {
    const { answer } = ask(path)
    await expect.poll(() => held.at(-1)?.path).toBe(path)
    held.at(-1)?.answer()
    expect((await answer).status).toBe(200)
  }
})

test('a call that waits for something else gives its place to another', async () => {
  const { held, ask } = await startHeld({ ...withFiles({ places: 1 }), countedMs: 1 })
  ask('/slow')
  const { answer } = ask('/quick')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.answer()
  expect((await answer).status).toBe(200)
})

test('so it does at once when it says what it waits for', async () => {
  const { held, ask, isSeen } = await startHeld(withFiles({ places: 1 }))
  const video = ask('/video', { session: 'ann' })
  await isSeen(1)
  const list = ask('/list', { session: 'bob' })
  await isSeen(2)
  expect(held).toHaveLength(1)
  held[0]?.wait()
  await expect.poll(() => held.length).toBe(2)
  // A place is given away once.
  held[0]?.answer()
  expect((await video.answer).status).toBe(200)
  ask('/next', { session: 'cid' })
  await isSeen(3)
  expect(held).toHaveLength(2)
  held[1]?.answer()
  expect((await list.answer).status).toBe(200)
  await expect.poll(() => held.length).toBe(3)
})

test('an aborted request is not processed, and a broken connection frees its place', async () => {
  const { held, ask, isSeen } = await startHeld(withFiles({ places: 1 }))
  const first = ask('/1', { session: 'ann' })
  await isSeen(1)
  const second = ask('/2', { session: 'bob' })
  await isSeen(2)
  ask('/3', { session: 'cid' })
  await isSeen(3)
  second.leave()
  await expect(second.answer).rejects.toThrow('socket hang up')
  first.leave()
  await expect.poll(() => held.map(({ path }) => path)).toEqual(['/1', '/3'])
})

test('a browser gets a readable page, without waiting for a body that is still being sent', async () => {
  const { ask, isSeen } = await startHeld(withFiles({ places: 1, maxQueued: 0 }))
  ask('/1')
  await isSeen(1)
  expect((await ask('/2', { accept: 'text/html,*/*' }).answer).body).toMatch(/^The server is busy\. .* try again in \d+ seconds\.$/)
  expect((await ask('/3', { method: 'POST', body: 'x'.repeat(1000) }).answer).status).toBe(503)
})

test('programs get a problem, and agents wait with the calls', async () => {
  const { ask, isSeen } = await startHeld({ ...BOUNDS, calls: { places: 1, maxQueuedPerUser: 1, maxQueued: 0 } })
  ask('/api/v1/projects')
  await isSeen(1)
  for (const path of ['/api/public/v1/companies', '/mcp?x=1'])
    expect(JSON.parse((await ask(path, { session: path }).answer).body)).toMatchObject({
      code: 'BUSY',
      status: 503,
      detail: expect.any(String),
    })
})

test('calls that wait keep no picture waiting', async () => {
  const { held, ask, isSeen } = await startHeld({ ...BOUNDS, calls: { places: 1, maxQueuedPerUser: 1, maxQueued: 1 } })
  for (let call = 1; call <= 2; call++) {
    ask(`/api/v1/projects?call=${call}`, { session: `person ${call}` })
    await isSeen(call)
  }
  expect((await ask('/functions/openai-secure', { session: 'ann' }).answer).status).toBe(503)
  ask('/files/thumbnail/a.webp')
  await expect.poll(() => held.at(-1)?.path).toBe('/files/thumbnail/a.webp')
})
