import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { order, tiktokToken } from '../testing/posting.ts'

/** Faults of the connection need one: the sandbox on a port of its own. */
let url: string
let app: ReturnType<typeof createSandbox>
beforeEach(async () => {
  app = createSandbox({ seed: '', fast: true })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const fail = (...next: object[]) =>
  fetch(`${url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'tumblr', next }),
  })
const send = (signal?: AbortSignal) =>
  fetch(`${url}/tumblr/v2/blog/calm-photos/posts?limit=1&api_key=ck_sandbox_key`, {
    headers: { 'user-agent': 'recorded/1.0' },
    ...(signal && { signal }),
  })
const requests = async (provider = 'tumblr') => {
  const reply = await fetch(`${url}/_control/requests?provider=${provider}`)
  return ((await reply.json()) as { requests: { status: number | null; aborted: boolean; query: Record<string, string> }[] }).requests
}
const whole = async () => Buffer.from(await (await send()).arrayBuffer())

test.each(['dropped', 'lost'])('%s: closes the connection instead of responding', async (kind) => {
  await fail({ kind })
  await expect(send()).rejects.toThrow('fetch failed')
  expect((await send()).status).toBe(200)
})

test('cut: sends the headers and half of the body', async () => {
  const bytes = await whole()
  await fail({ kind: 'cut' })
  const reply = await send()
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)])
  const first = await reply.body?.getReader().read()
  expect(first?.value?.byteLength).toBe(Math.floor(bytes.byteLength / 2))
  await fail({ kind: 'cut' })
  await expect(whole()).rejects.toThrow('terminated')
})

test('silent: sends no response while the caller waits, as the ledger shows', async () => {
  await fail({ kind: 'silent' })
  const caller = new AbortController()
  const answer = send(caller.signal)
  await expect.poll(() => requests()).toHaveLength(1)
  caller.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect.poll(async () => (await requests())[0]?.aborted).toBe(true)
})

test('slow: executes the request although the caller has disconnected', async () => {
  const access = await tiktokToken(app)
  const size = 100_000
  const reply = await fetch(`${url}/tiktok/v2/post/publish/inbox/video/init/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source_info: { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1 } }),
  })
  const { data } = (await reply.json()) as { data: { upload_url: string } }
  await order(app, '/faults', { body: { provider: 'tiktok-upload', next: [{ kind: 'slow', ms: 300 }] } })
  const caller = new AbortController()
  const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(size - 12, 7)])
  const headers = { 'content-type': 'video/mp4', 'content-range': `bytes 0-${size - 1}/${size}` }
  const sent = fetch(data.upload_url, { method: 'PUT', headers, body: video, signal: caller.signal })
  await expect.poll(() => requests('tiktok-upload')).toHaveLength(1)
  caller.abort()
  await expect(sent).rejects.toThrow('aborted')
  const posted = async () => (await order<{ posts: { uploadedBytes: number }[] }>(app, '/tiktok/posts', { method: 'GET' })).posts
  await expect.poll(async () => (await posted())[0]?.uploadedBytes).toBe(size)
})

test('gateway: returns the error of a proxy after executing the request', async () => {
  await fail({ kind: 'gateway' }, { kind: 'slow', ms: 1 })
  const reply = await send()
  expect([reply.status, await reply.text()]).toEqual([504, expect.stringContaining('<html>')])
  expect((await send()).status).toBe(200)
  expect((await requests()).map(({ status, query }) => [status, query['limit']])).toEqual([
    [504, '1'],
    [200, '1'],
  ])
})

test('a fault with a path waits for a request to that path', async () => {
  await fail({ kind: '500', path: '/v2/user/' }, { kind: '503' })
  expect((await send()).status).toBe(503)
  expect((await send()).status).toBe(200)
  expect((await fetch(`${url}/tumblr/v2/user/info`)).status).toBe(500)
})

test('chances: a share of all requests fails, the same ones for the same seed', async () => {
  const chances = (seed: string, faults: object[]) =>
    fetch(`${url}/_control/chances`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'tumblr', seed, faults }),
    })
  const some = [
    { rate: 0.2, fault: { kind: '500' } },
    { rate: 0.2, fault: { kind: '429', retryAfter: 1 } },
  ]
  const statuses = async () => {
    const found: number[] = []
    for (let request = 0; request < 60; request += 1) found.push((await send()).status)
    return found
  }
  await chances('a', some)
  const first = await statuses()
  for (const status of [200, 429, 500]) expect(first.filter((one) => one === status).length).toBeGreaterThan(4)
  await chances('a', some)
  expect(await statuses()).toEqual(first)
  await fail({ kind: '403' })
  expect((await send()).status).toBe(403)
  expect((await chances('a', [{ rate: 1.5, fault: { kind: '500' } }])).status).toBe(400)
  expect((await chances('a', [{ rate: 0.5, fault: { kind: 'nonsense' } }])).status).toBe(400)
  expect((await chances('a', [...some, { rate: 0.7, fault: { kind: '500' } }])).status).toBe(400)
  await fetch(`${url}/_control`, { method: 'DELETE' })
  expect(new Set(await statuses())).toEqual(new Set([200]))
})
