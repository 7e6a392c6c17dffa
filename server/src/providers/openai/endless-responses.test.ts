import { expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { flood, startMisbehavingServer, type Misbehaviour } from '../../testing/misbehaving-server.ts'
import { createChat, type ChatRequest } from './chat.ts'

const MB = 1024 * 1024
const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Slides: 4' }], maxTokens: 100, temperature: 0.7 }
const never = () => new AbortController().signal

function chatAt(baseUrl: string) {
  const nowhere = () => undefined
  const timeouts = { answerMs: 20_000, silenceMs: 20_000, wholeMs: 20_000 }
  return createChat({ baseUrl, apiKey: null }, { log: { info: nowhere, warn: nowhere }, timeouts, random: () => 1 })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'whole',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}

async function streamed(url: string): Promise<string> {
  let text = ''
  for await (const part of chatAt(url).stream(request, never())) if (part.type === 'text') text += part.text
  return text
}

const delta = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`
const withStatus =
  (status: number): Misbehaviour =>
  (outgoing, send) => {
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    return flood(send, 'x')
  }

const STREAMS: [string, Misbehaviour, string, number][] = [
  [
    'one endless line',
    async (_, send) => {
      await send('data: {"choices":[{"delta":{"content":"')
      await flood(send, 'x')
    },
    'AI_TOO_LONG',
    1,
  ],
  [
    'an endless line after good ones',
    async (_, send) => {
      await send(delta('hello'))
      await flood(send, 'x')
    },
    'AI_TOO_LONG',
    1,
  ],
  ['an event without end', (_, send) => flood(send, 'data: 1\n'), 'AI_TOO_LONG', 1],
  ['texts without end', (_, send) => flood(send, delta('hello')), 'AI_TOO_LONG', 1],
  ['values that are no chunks', (_, send) => flood(send, 'data: null\n\ndata: [1]\n\ndata: {"choices":7}\n\n'), 'AI_TOO_LONG', 1],
  ['a refusal without end', withStatus(400), 'AI_FAILED', 1],
]

test.each(STREAMS)('%s in place of a stream ends, and is not asked for again', async (_name, behaviour, code, calls) => {
  const server = await startMisbehavingServer(behaviour)
  expect(await codeOf(streamed(server.url))).toBe(code)
  await server.disconnected()
  expect(server.calls()).toBe(calls)
  expect(server.sent()).toBeLessThan(40 * MB)
})

const WHOLE: [string, Misbehaviour, string, number][] = [
  ['a text without end', (_, send) => flood(send, '{"choices":[{"message":{"content":"'), 'AI_TOO_LONG', 1],
  ['JSON without end', withStatus(200), 'AI_TOO_LONG', 1],
  ['a refusal without end', withStatus(401), 'AI_KEY_REFUSED', 1],
  ['an outage without end', withStatus(500), 'AI_DOWN', 3],
]

test.each(WHOLE)('%s in place of an answer ends', async (_name, behaviour, code, calls) => {
  const server = await startMisbehavingServer(behaviour)
  expect(await codeOf(chatAt(server.url).complete(request, never()))).toBe(code)
  await server.disconnected()
  expect(server.calls()).toBe(calls)
  expect(server.sent()).toBeLessThan(40 * MB)
})

test('implausible token usage is ignored, and texts that are none are no answer', async () => {
  const answer = (body: unknown) =>
    startMisbehavingServer(async (outgoing) => outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(body)))
  const choices = [{ message: { content: 'ready' }, finish_reason: 'stop' }]
  for (const total of [-1_000_000, 1e300, 'many', null, 0.5]) {
    const { url } = await answer({ choices, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: total } })
    await expect(chatAt(url).complete(request, never())).resolves.toMatchObject({ content: 'ready', usage: null, model: '' })
  }
  for (const content of [{}, 5, ['x'], null]) {
    const { url } = await answer({ choices: [{ message: { content } }] })
    expect(await codeOf(chatAt(url).complete(request, never()))).toBe('AI_NO_CONTENT')
  }
  for (const body of [null, 5, [], {}, { choices: 7 }, { choices: [7] }]) {
    const { url } = await answer(body)
    expect(await codeOf(chatAt(url).complete(request, never())), JSON.stringify(body)).toBe('AI_NO_DATA')
  }
})
