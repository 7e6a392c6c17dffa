import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Resolve } from './public-address.ts'
import { createWebhookSender, WebhookUnreachable } from './webhook-sender.ts'

async function serve(listener: RequestListener): Promise<{ port: number; count(): number }> {
  let connections = 0
  const server = createServer(listener).on('connection', () => (connections += 1))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, count: () => connections }
}

function sender(options: { allowPrivate?: boolean; resolve?: Resolve; timeoutMs?: number } = {}) {
  const webhookSender = createWebhookSender({ allowPrivate: true, ...options })
  onTestFinished(() => webhookSender.close())
  return (url: string) => webhookSender.send({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}' })
}

test('a response keeps its status, its first kilobyte and when to come back', async () => {
  const { port } = await serve((_request, response) => response.writeHead(503, { 'retry-after': '120' }).end(`a\0${'b'.repeat(5000)}`))
  const { status, answer, retryAfter } = await sender()(`http://127.0.0.1:${port}/`)
  expect([status, answer, retryAfter]).toEqual([503, `a${'b'.repeat(1022)}`, 120])
})

test('a response loses control and format characters, and keeps lines, tabs and letters of any script', async () => {
  const { port } = await serve((_request, response) => response.end('no\u202e \u2066t\u0007e\u001b[31mxt\u200b\r\n\tähm 日本 \u{e0041}🎉'))
  expect((await sender()(`http://127.0.0.1:${port}/`)).answer).toBe('no te[31mxt\n\tähm 日本 🎉')
})

test('a response that never ends is cut off after its first kilobyte', async () => {
  const { port } = await serve((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(500)), 1)
    response.on('close', () => clearInterval(timer))
  })
  expect(await sender()(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, answer: 'x'.repeat(1024) })
})

test('a redirect is not followed', async () => {
  const target = await serve((_request, response) => response.end())
  const { port } = await serve((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end())
  expect((await sender()(`http://127.0.0.1:${port}/`)).status).toBe(307)
  expect(target.count()).toBe(0)
})

test('an endpoint that does not answer is given up', async () => {
  const { port } = await serve(() => undefined)
  await expect(sender({ timeoutMs: 200 })(`http://127.0.0.1:${port}/`)).rejects.toThrow('No response within 0.2 seconds.')
})

test('names that lead to this machine, its network or a metadata service are refused, also when only some addresses do', async () => {
  const canary = await serve((_request, response) => response.end())
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1']) {
    const family = address.includes(':') ? 6 : 4
    const resolve: Resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address, family },
    ]
    const send = sender({ allowPrivate: false, resolve })
    await expect(send(`https://hook.example:${canary.port}/`)).rejects.toThrow(
      'The address could not be reached. It has to be on the public internet.',
    )
  }
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1'])
    await expect(sender({ allowPrivate: false })(`http://${host}:${canary.port}/`)).rejects.toThrow(WebhookUnreachable)
  expect(canary.count()).toBe(0)
})

test('a name that changes its address after it was looked up is never looked up again for the connection', async () => {
  const canary = await serve((_request, response) => response.end())
  let lookups = 0
  const rebinding: Resolve = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '203.0.113.7' : '127.0.0.1', family: 4 }]
  }
  const send = sender({ allowPrivate: false, resolve: rebinding, timeoutMs: 300 })
  await expect(send(`http://hook.example:${canary.port}/`)).rejects.toThrow(WebhookUnreachable)
  await expect(send(`http://hook.example:${canary.port}/`)).rejects.toThrow(WebhookUnreachable)
  expect([lookups, canary.count()]).toEqual([2, 0])
})
