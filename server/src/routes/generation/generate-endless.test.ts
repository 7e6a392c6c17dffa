import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { generate, order, stored } from '../../testing/generation.ts'
import { flood, startMisbehavingServer } from '../../testing/misbehaving-server.ts'

const MB = 1024 * 1024

test('an AI server that sends one endless line costs the run, and nobody else anything', async () => {
  const server = await startMisbehavingServer(async (outgoing, send) => {
    outgoing.setHeader('content-type', 'text/event-stream')
    await send('data: {"choices":[{"delta":{"content":"')
    await flood(send, 'x')
  })
  const ai = {
    baseUrl: server.url,
    apiKey: 'sk-test',
    model: 'm',
    ideaModel: 'm',
    allowedModels: ['m'],
    sandbox: false,
    dailyTokens: 100_000,
  }
  const app = await startTestApp({ ai })
  const user = await app.buildUser()
  expect(await generate(user, order())).toEqual([
    expect.objectContaining({ type: 'project' }),
    {
      type: 'error',
      code: 'AI_TOO_LONG',
      message: 'The AI provider sent more than any answer holds, so it was not read to its end. Try again, or another model.',
      kept: 0,
    },
  ])
  await server.deserted()
  expect(server.calls()).toBe(1)
  expect(server.sent()).toBeLessThan(32 * MB)
  expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
  expect(await user.fetch('/healthz')).toMatchObject({ status: 200 })
})
