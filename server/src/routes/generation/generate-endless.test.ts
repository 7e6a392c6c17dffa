import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { eventsOf, generate, generateRequest, post, stored } from '../../testing/generation.ts'
import { flood, startMisbehavingServer } from '../../testing/misbehaving-server.ts'

const MB = 1024 * 1024
const aiAt = (baseUrl: string) => ({
  baseUrl,
  apiKey: 'sk-test',
  model: 'm',
  ideaModel: 'm',
  allowedModels: ['m'],
  sandbox: false,
  dailyTokens: 100_000,
})

test('an AI server that sends one endless line fails the generation, and affects no other', async () => {
  const server = await startMisbehavingServer(async (outgoing, send) => {
    outgoing.setHeader('content-type', 'text/event-stream')
    await send('data: {"choices":[{"delta":{"content":"')
    await flood(send, 'x')
  })
  const app = await startTestApp({ ai: aiAt(server.url) })
  const user = await app.buildUser()
  expect(await generate(user, generateRequest())).toEqual([
    expect.objectContaining({ type: 'project' }),
    {
      type: 'error',
      code: 'AI_TOO_LONG',
      message: 'The AI provider sent an answer that is far too long. Try again, or choose another model.',
      kept: 0,
    },
  ])
  await server.disconnected()
  expect(server.calls()).toBe(1)
  expect(server.sent()).toBeLessThan(32 * MB)
  expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
  expect(await user.fetch('/healthz')).toMatchObject({ status: 200 })
})

test('a generation is followed by twenty pages of one user, and by no more', async () => {
  const server = await startMisbehavingServer(async (outgoing, send) => {
    outgoing.setHeader('content-type', 'text/event-stream')
    while (await send(': thinking\n\n')) await wait(100)
  })
  const app = await startTestApp({ ai: aiAt(server.url) })
  const user = await app.buildUser()
  const left = new AbortController()
  const started = await post(user, generateRequest(), left.signal)
  const first = await eventsOf(started.clone()).next()
  const path = `/api/generate/${first.value?.type === 'project' ? first.value.projectId : ''}/events`
  const follow = async () => (await user.fetch(path, { signal: left.signal })).status
  expect(await Promise.all(Array.from({ length: 19 }, follow))).toEqual(Array.from({ length: 19 }, () => 200))
  expect(await user.call('GET', path)).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
  expect(await user.call('POST', '/api/generate', generateRequest())).toMatchObject({
    status: 429,
    body: { error: { code: 'RATE_LIMITED' } },
  })
  expect((await stored(app, user)).projects).toHaveLength(1)
  expect(server.calls()).toBe(1)
  left.abort()
})
