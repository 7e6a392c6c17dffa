import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { createChat, type ChatRequest } from './chat.ts'
import { retryAfterMs, retryPause } from './failure.ts'
import type { ChatPart } from './reply.ts'

const KEY = 'sk-test-0123456789'
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['slides'],
  properties: {
    slides: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, required: ['title'], properties: { title: { type: 'string' } } },
    },
  },
}
const request: ChatRequest = {
  model: 'gpt-4.1-mini',
  messages: [
    { role: 'system', content: 'Reply with JSON.' },
    { role: 'user', content: 'Format: numbered-list\nSlides: 4\nTopic: "calm mornings"' },
  ],
  maxTokens: 1500,
  temperature: 0.7,
  reply: { name: 'slideshow', schema },
}

/** Long enough for a busy machine; tests of a silent provider don't wait for it. */
const [PATIENT_MS, IMPATIENT_MS] = [30_000, 400]

function chatWith(given: { apiKey?: string | null; baseUrl?: string; isImpatient?: boolean } = {}) {
  const waitMs = given.isImpatient ? IMPATIENT_MS : PATIENT_MS
  const logged: string[] = []
  const keep = (facts: Record<string, unknown>, text: string) => void logged.push(JSON.stringify({ ...facts, text }))
  const chat = createChat(
    { baseUrl: given.baseUrl ?? sandbox.openai, apiKey: given.apiKey === undefined ? KEY : given.apiKey },
    // A spread of "all of it" makes the pauses as short as they get.
    { log: { info: keep, warn: keep }, timeouts: { answerMs: waitMs, silenceMs: waitMs }, random: () => 1 },
  )
  return { chat, logged }
}

async function readAll(parts: AsyncIterable<ChatPart>): Promise<{ text: string; end: ChatPart | undefined }> {
  let text = ''
  let end: ChatPart | undefined
  for await (const part of parts) {
    if (part.type === 'text') text += part.text
    else end = part
  }
  return { text, end }
}

const stream = (given: ChatRequest = request, signal = new AbortController().signal) => readAll(chatWith().chat.stream(given, signal))

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AppError)) throw new Error(`Expected an AppError, got ${String(thrown)}`)
  return thrown
}

describe('an answer', () => {
  test('streams the same as it is whole, with the token usage', async () => {
    const whole = await chatWith().chat.complete(request, new AbortController().signal)
    const { text, end } = await stream()
    expect(text).toBe(whole.content)
    expect(JSON.parse(text)).toEqual({ slides: expect.arrayContaining([{ title: expect.any(String) }]) })
    expect(end).toMatchObject({
      type: 'end',
      finish: 'stop',
      model: 'gpt-4.1-mini-2025-04-14',
      usage: { total_tokens: whole.usage?.total_tokens },
    })
    const [, streamed] = await sandbox.requests()
    expect(streamed?.body).toMatchObject({
      model: 'gpt-4.1-mini',
      max_tokens: 1500,
      temperature: 0.7,
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(streamed?.body['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'slideshow', strict: true, schema } })
  })

  test('that ends at the token limit says so', async () => {
    const { text, end } = await stream({ ...request, maxTokens: 10 })
    expect(text).toHaveLength(40)
    expect(end).toMatchObject({ finish: 'length' })
  })

  test('in a foreign script survives cuts inside of characters', async () => {
    const { text } = await stream({
      ...request,
      messages: [
        { role: 'system', content: 'Reply with JSON.' },
        { role: 'user', content: 'Slides: 5\nTopic: "утренние привычки 😀"' },
      ],
    })
    expect(text).toContain('утренние привычки 😀')
    expect(text).not.toContain('\ufffd')
  })

  test('works without a key, for servers on this machine', async () => {
    const { chat } = chatWith({ apiKey: null })
    await expect(readAll(chat.stream(request, new AbortController().signal))).resolves.toMatchObject({ end: { finish: 'stop' } })
  })
})

describe('a fault', () => {
  test.each([
    [{ kind: '401' }, 'AI_KEY_REFUSED', 1],
    [{ kind: '403' }, 'AI_FAILED', 1],
    [{ kind: 'model-not-found' }, 'AI_MODEL', 1],
    [{ kind: 'quota' }, 'AI_QUOTA', 1],
    [{ kind: '429', retryAfter: 60 }, 'AI_BUSY', 1],
    [{ kind: '503', retryAfter: 30 }, 'AI_BUSY', 1],
    [{ kind: 'refusal' }, 'AI_REFUSED', 1],
    [{ kind: 'filter' }, 'AI_REFUSED', 1],
    [{ kind: 'null-content' }, 'AI_NO_CONTENT', 1],
    [{ kind: 'no-choices' }, 'AI_NO_DATA', 1],
    [{ kind: 'not-json-body' }, 'AI_NO_DATA', 1],
    [{ kind: 'timeout' }, 'AI_TIMEOUT', 1],
    [{ kind: '400', param: 'logit_bias' }, 'AI_FAILED', 1],
  ])('%j is %s after %i call, streamed or whole', async (fault, code, calls) => {
    const { chat } = chatWith({ isImpatient: fault.kind === 'timeout' })
    for (const ask of [
      () => readAll(chat.stream(request, new AbortController().signal)),
      () => chat.complete(request, new AbortController().signal),
    ]) {
      await sandbox.reset()
      await sandbox.fail(fault)
      const error = await failureOf(ask())
      expect(error.code).toBe(code)
      expect(error.message).not.toMatch(/sk-|\{/)
      expect(await sandbox.requests()).toHaveLength(calls)
    }
  })

  test('that passes is sat out: one call more each', async () => {
    await sandbox.fail({ kind: '500' }, { kind: '429', retryAfter: 0 })
    await expect(stream()).resolves.toMatchObject({ end: { finish: 'stop' } })
    expect((await sandbox.requests()).map((call) => call.status)).toEqual([500, 429, 200])
  })

  test('that stays ends after three calls', async () => {
    await sandbox.fail({ kind: '429', retryAfter: 0 }, { kind: '429', retryAfter: 0 }, { kind: '429', retryAfter: 0 }, { kind: '500' })
    expect((await failureOf(stream())).code).toBe('AI_BUSY')
    expect(await sandbox.requests()).toHaveLength(3)
  })

  test('tells how long to wait', async () => {
    await sandbox.fail({ kind: '429', retryAfter: 42 })
    expect((await failureOf(stream())).message).toBe('The AI provider is busy. Please try again in 42 seconds.')
  })

  test('before the first text is repeated, after it is not', async () => {
    await sandbox.fail({ kind: 'drop' })
    await expect(stream()).resolves.toMatchObject({ end: { finish: 'stop' } })
    expect(await sandbox.requests()).toHaveLength(2)
    await sandbox.reset()
    for (const [kind, code] of [
      ['cut', 'AI_DOWN'],
      ['mid-stream-error', 'AI_DOWN'],
      ['stall', 'AI_TIMEOUT'],
    ] as const) {
      await sandbox.reset()
      await sandbox.fail({ kind, afterChars: 60 })
      const { chat } = chatWith({ isImpatient: kind === 'stall' })
      expect((await failureOf(readAll(chat.stream(request, new AbortController().signal)))).code).toBe(code)
      expect(await sandbox.requests()).toHaveLength(1)
    }
  })

  test('of the key shows it nowhere', async () => {
    const key = 'sk-invalid-secret-0123456789'
    const { chat, logged } = chatWith({ apiKey: key })
    const error = await failureOf(readAll(chat.stream(request, new AbortController().signal)))
    expect(error.message).toBe('The AI provider refused the key. Check it in the settings.')
    expect(logged).toHaveLength(1)
    expect(logged.join() + error.message).not.toMatch(/sk-|secret|calm mornings/)
  })
})

describe('no network', () => {
  test('a closed port cannot be reached', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    await new Promise((resolve) => server.close(resolve))
    const { chat } = chatWith({ baseUrl: `http://127.0.0.1:${port}/v1` })
    const stop = new AbortController()
    const failing = failureOf(chat.complete(request, stop.signal))
    expect((await failing).code).toBe('AI_UNREACHABLE')
  })

  test('a redirect is not followed with the key', async () => {
    const { chat } = chatWith({ baseUrl: sandbox.openai.replace('/openai/v1', '/nowhere') })
    expect((await failureOf(chat.complete(request, new AbortController().signal))).code).toBe('AI_FAILED')
  })
})

describe('simpler servers', () => {
  test('what a model refuses is left out, and not tried again', async () => {
    const { chat } = chatWith()
    await sandbox.fail(
      { kind: '400', param: 'max_tokens' },
      { kind: '400', param: 'response_format' },
      { kind: '400', param: 'response_format' },
      { kind: '400', param: 'temperature' },
    )
    await chat.complete(request, new AbortController().signal)
    await chat.complete(request, new AbortController().signal)
    const bodies = (await sandbox.requests()).map((call) => call.body)
    expect(bodies).toHaveLength(6)
    expect(bodies[1]).toMatchObject({ max_completion_tokens: 1500 })
    expect(bodies[2]).toMatchObject({ response_format: { type: 'json_object' } })
    expect(bodies[3]).not.toHaveProperty('response_format')
    expect(bodies[4]).not.toHaveProperty('temperature')
    expect(bodies[5]).toEqual(bodies[4])
  })
})

describe('cancelling', () => {
  test('before the answer hangs up', async () => {
    await sandbox.fail({ kind: 'timeout' })
    const stop = new AbortController()
    const failing = failureOf(stream(request, stop.signal))
    await expect.poll(() => sandbox.requests()).toHaveLength(1)
    stop.abort()
    expect((await failing).code).toBe('AI_CANCELLED')
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
  })

  test('while it is written hangs up too', async () => {
    await sandbox.fail({ kind: 'stall', afterChars: 20 })
    const stop = new AbortController()
    const parts = chatWith().chat.stream(request, stop.signal)
    await parts.next()
    stop.abort()
    expect((await failureOf(readAll(parts))).code).toBe('AI_CANCELLED')
    await expect.poll(async () => (await sandbox.requests())[0]?.aborted).toBe(true)
  })
})

test.each([
  [{ ms: '1500', after: '9' }, 1500],
  [{ ms: null, after: '20' }, 20_000],
  [{ ms: null, after: 'Thu, 01 Jan 1970 00:00:30 GMT' }, 30_000],
  [{ ms: null, after: 'soon' }, null],
  [{ ms: null, after: '999999' }, null],
  [{ ms: null, after: '-5' }, null],
  [{ ms: null, after: null }, null],
])('%j asks to wait %s ms', (headers, ms) => {
  expect(retryAfterMs(headers, 0)).toBe(ms)
})

test.each([
  [{ retry: 'soon', afterMs: null }, 1, 500],
  [{ retry: 'soon', afterMs: null }, 2, 1000],
  [{ retry: 'later', afterMs: null }, 1, 2000],
  [{ retry: 'soon', afterMs: 3000 }, 1, 3000],
  [{ retry: 'soon', afterMs: 60_000 }, 1, null],
  [{ retry: 'soon', afterMs: null }, 3, null],
  [{ retry: 'never', afterMs: 0 }, 1, null],
] as const)('after %j on attempt %i the pause is %s ms', (failure, attempt, pause) => {
  expect(retryPause(failure, attempt, () => 0)).toBe(pause)
})
