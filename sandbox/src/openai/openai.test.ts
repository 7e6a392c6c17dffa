import { describe, expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { strictSchemaFault } from './json-schema.ts'

const KEY = { authorization: 'Bearer sk-test' }
const CHAT = '/openai/v1/chat/completions'
const messages = [
  { role: 'system', content: 'Reply with JSON.' },
  { role: 'user', content: 'Format: numbered-list\nSlides: 4\nTopic: "calm mornings"' },
]
const slide = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'description'],
  properties: { title: { type: 'string' }, description: { type: ['string', 'null'] } },
}
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['slides'],
  properties: { slides: { type: 'array', items: slide } },
}
const format = { type: 'json_schema', json_schema: { name: 'slideshow', strict: true, schema } }
const good = { model: 'gpt-4.1-mini', messages, max_tokens: 1500, temperature: 0.7, response_format: format }

const sandbox = () => createSandbox({ seed: '', fast: true })

async function chat(
  body: unknown,
  { app = sandbox(), headers = KEY }: { app?: ReturnType<typeof sandbox>; headers?: Record<string, string> } = {},
) {
  const response = await app.request(CHAT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function answer(body: unknown, app = sandbox()) {
  const { text } = await chat(body, { app })
  return JSON.parse(text)
}

describe('what it refuses', () => {
  test.each([
    ['no key', good, {}, 401, null],
    ['a wrong key', good, { authorization: 'Bearer sk-invalid-12345678' }, 401, 'invalid_api_key'],
    ['an unknown model', { ...good, model: 'gpt-9' }, KEY, 404, 'model_not_found'],
    ['no messages', { model: 'gpt-4.1-mini' }, KEY, 400, null],
    ['an unknown parameter', { ...good, seconds: 1 }, KEY, 400, null],
    ['both limits of tokens', { ...good, max_completion_tokens: 5 }, KEY, 400, null],
    ['stream options without stream', { ...good, stream_options: { include_usage: true } }, KEY, 400, null],
    [
      'json_object without the word',
      { ...good, messages: [{ role: 'user', content: 'hi' }], response_format: { type: 'json_object' } },
      KEY,
      400,
      null,
    ],
    [
      'a schema that is not strict',
      {
        ...good,
        response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: { type: 'object', properties: {} } } },
      },
      KEY,
      400,
      null,
    ],
    ['the nesting of a README', { ...good, response_format: { type: 'json_schema', schema } }, KEY, 400, 'invalid_value'],
    ['a temperature of 3', { ...good, temperature: 3 }, KEY, 400, 'invalid_value'],
  ])('%s', async (_what, body, headers, status, code) => {
    const reply = await chat(body, { headers })
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.text).error).toEqual({
      message: expect.any(String),
      type: 'invalid_request_error',
      param: expect.toSatisfy((param) => param === null || typeof param === 'string'),
      code,
    })
  })

  test.each([
    [{ type: 'array', items: slide }, /type: "object"/],
    [{ ...schema, required: [] }, /Missing 'slides'/],
    [{ ...schema, additionalProperties: true }, /additionalProperties/],
    [{ ...schema, properties: { slides: { type: 'array' } } }, /missing items/],
    [{ ...schema, properties: { slides: { type: 'string', minLength: 3 } } }, /minLength/],
  ])('schema %j', (input, fault) => {
    expect(strictSchemaFault(input)).toMatch(fault)
  })
})

describe('what it answers', () => {
  test('slides that fit the schema sent, the same for the same request, others for another topic', async () => {
    const first = await answer(good)
    const { slides } = JSON.parse(first.choices[0].message.content)
    expect(slides).toHaveLength(4)
    for (const one of slides) expect(Object.keys(one)).toEqual(['title', 'description'])
    expect(first).toMatchObject({
      object: 'chat.completion',
      model: 'gpt-4.1-mini-2025-04-14',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', refusal: null } }],
    })
    expect(first.usage.total_tokens).toBe(first.usage.prompt_tokens + first.usage.completion_tokens)
    expect((await answer(good)).choices).toEqual(first.choices)
    const other = await answer({ ...good, messages: [messages[0], { role: 'user', content: 'Slides: 4\nTopic: "slow evenings"' }] })
    expect(other.choices[0].message.content).not.toBe(first.choices[0].message.content)
  })

  test('a stream that adds up to the whole, in events cut anywhere', async () => {
    const whole = (await answer(good)).choices[0].message.content
    const { text, headers } = await chat({ ...good, stream: true, stream_options: { include_usage: true } })
    expect(headers.get('content-type')).toContain('text/event-stream')
    const events = text.split('\n\n').filter((event) => event.startsWith('data: '))
    expect(events.at(-1)).toBe('data: [DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)))
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(whole)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
    expect(chunks.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
  })

  test('cut at max_tokens, with the reason', async () => {
    const { choices, usage } = await answer({ ...good, max_tokens: 20 })
    expect(choices[0].finish_reason).toBe('length')
    expect(choices[0].message.content).toHaveLength(80)
    expect(usage.completion_tokens).toBe(20)
  })

  test('any other schema with an instance of it, no schema with plain words', async () => {
    const other = {
      type: 'object',
      additionalProperties: false,
      required: ['ok', 'kind', 'note'],
      properties: { ok: { type: 'boolean' }, kind: { type: 'string', enum: ['a', 'b'] }, note: { type: 'string' } },
    }
    const { choices } = await answer({
      ...good,
      response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: other } },
    })
    expect(JSON.parse(choices[0].message.content)).toEqual({ ok: true, kind: 'a', note: expect.any(String) })
    const plain = await answer({ model: 'gpt-4.1-mini', messages: [{ role: 'user', content: 'Write about tea' }] })
    expect(plain.choices[0].message.content).not.toMatch(/[{[]/)
  })

  test('models', async () => {
    const reply = await sandbox().request('/openai/v1/models', { headers: KEY })
    expect(await reply.json()).toMatchObject({
      object: 'list',
      data: expect.arrayContaining([expect.objectContaining({ id: 'gpt-4.1-mini', object: 'model' })]),
    })
  })
})

describe('switches', () => {
  async function control(app: ReturnType<typeof sandbox>, body: unknown) {
    return app.request('/_control/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  test('faults are used once each, in order; the ledger shows what came and hides keys', async () => {
    const app = sandbox()
    await control(app, { provider: 'openai', next: [{ kind: '429', retryAfter: 3 }, { kind: 'quota' }] })
    const [first, second, third] = [await chat(good, { app }), await chat(good, { app }), await chat(good, { app })]
    expect([first.status, second.status, third.status]).toEqual([429, 429, 200])
    expect(first.headers.get('retry-after')).toBe('3')
    expect(JSON.parse(second.text).error.code).toBe('credit_balance_exhausted')
    const { requests } = (await (await app.request('/_control/requests')).json()) as {
      requests: { status: number; authorization: string; body: unknown }[]
    }
    expect(requests.map((request) => request.status)).toEqual([429, 429, 200])
    expect(requests[0]).toMatchObject({ authorization: 'Bearer ...test', body: good })
    await app.request('/_control', { method: 'DELETE' })
    expect(await (await app.request('/_control/requests')).json()).toEqual({ requests: [] })
  })

  test('a held response waits until its release, and is complete then', async () => {
    const app = sandbox()
    await control(app, { provider: 'openai', next: [{ kind: 'hold', afterChars: 10 }] })
    const held = chat({ ...good, stream: true }, { app })
    const release = async () => (await (await app.request('/_control/openai/hold', { method: 'DELETE' })).json()) as { released: number }
    await expect.poll(release).toEqual({ released: 1 })
    expect((await held).text).toMatch(/\[DONE\]\s*$/)
    expect(await release()).toEqual({ released: 0 })
  })

  test('unknown faults and providers are refused', async () => {
    const app = sandbox()
    expect((await control(app, { provider: 'openai', next: [{ kind: 'nonsense' }] })).status).toBe(400)
    expect((await control(app, { provider: 'nobody', next: [] })).status).toBe(404)
  })
})
