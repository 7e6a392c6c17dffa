import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { startTestApp } from '../../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const PATH = '/functions/openai-secure'
const messages = [
  { role: 'system', content: 'Reply with JSON.' },
  { role: 'user', content: 'Generate 4 slides about calm mornings' },
]

test('responds as specified, within the operator’s limits', async () => {
  const ai = {
    baseUrl: sandbox.openai,
    apiKey: 'sk-test',
    model: 'gpt-4.1-mini',
    ideaModel: 'gpt-4.1-mini',
    allowedModels: ['gpt-4.1-mini', 'gpt-4o-mini'],
    sandbox: true,
    dailyTokens: 20_000,
  }
  const app = await startTestApp({ ai })
  const user = await app.buildUser()

  const { status, body } = await user.call<{ choices: { message: { content: string } }[]; model: string; usage: { total_tokens: number } }>(
    'POST',
    PATH,
    { model: 'gpt-4o-mini', messages, max_tokens: 1500, temperature: 0.7 },
  )
  expect(status).toBe(200)
  expect(JSON.parse(body.choices[0]?.message.content ?? '')).toEqual({ slides: expect.any(Array) })
  expect(body.model).toBe('gpt-4o-mini-2025-04-14')
  expect(body.usage.total_tokens).toBeGreaterThan(0)

  await user.call('POST', PATH, { model: 'gpt-99-expensive', messages, max_tokens: 999_999 })
  expect((await sandbox.requests()).at(-1)?.body).toMatchObject({ model: 'gpt-4.1-mini', max_tokens: 1500, temperature: 0.7 })

  await sandbox.fail({ kind: '401' })
  const failed = await user.call<ErrorBody>('POST', PATH, { messages })
  expect([failed.status, failed.body.error.message]).toEqual([502, 'The AI provider refused the key. Check it in the settings.'])

  const requestsBefore = (await sandbox.requests()).length
  const free = await app.buildUser({ pro: false })
  expect((await app.anonymous.call('POST', PATH, { messages })).status).toBe(401)
  expect((await free.call('POST', PATH, { messages })).status).toBe(403)
  for (const invalid of [
    {},
    { messages: [] },
    { messages: [{ role: 'tool', content: 'x' }] },
    { messages, temperature: 9 },
    { messages: [{ role: 'user', content: 'x'.repeat(30_000) }] },
  ]) {
    expect((await user.call('POST', PATH, invalid)).status).toBe(400)
  }
  for (let call = 0; call < 12; call += 1) await user.call('POST', PATH, { messages })
  // Ten per minute, three of them used before; a minute boundary in between allows more.
  const calls = (await sandbox.requests()).length - requestsBefore
  expect(calls).toBeGreaterThanOrEqual(7)
  expect(calls).toBeLessThanOrEqual(12)
})
