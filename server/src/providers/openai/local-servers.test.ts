import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { startMisbehavingServer, type Misbehaviour } from '../../testing/misbehaving-server.ts'
import { chatTimeouts, createChat, type ChatRequest, type ChatTimeouts } from './chat.ts'

const request: ChatRequest = {
  model: 'llama3.2:3b',
  messages: [{ role: 'user', content: 'Slides: 4' }],
  maxTokens: 100,
  temperature: 0.7,
  reply: { name: 'slideshow', schema: { type: 'object' } },
}
const never = () => new AbortController().signal
const QUICK = { answerMs: 20_000, silenceMs: 20_000, wholeMs: 20_000 }

function chatAt(url: string, timeouts: ChatTimeouts = QUICK) {
  const nowhere = () => undefined
  return createChat({ baseUrl: `${url}/v1`, apiKey: null }, { log: { info: nowhere, warn: nowhere }, timeouts, random: () => 1 })
}

/** The text of a streamed answer, or the words in which it is told that there is none. */
async function told(url: string): Promise<string> {
  let text = ''
  try {
    for await (const part of chatAt(url).stream(request, never())) if (part.type === 'text') text += part.text
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.code}: ${error.message}`
  }
  return text
}

const answering =
  (status: number, body: unknown): Misbehaviour =>
  async (outgoing) => {
    outgoing.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const sentence = { choices: [{ message: { role: 'assistant', content: 'good morning' }, finish_reason: 'stop' }] }

describe('a server at home', () => {
  const missing = { message: 'model "llama3.2:3b" not found, try pulling it first', type: 'not_found_error', param: null, code: null }
  const unserved = { object: 'error', message: 'The model `llama3.2:3b` does not exist.', type: 'NotFoundError', param: null, code: 404 }
  test.each([
    ['Ollama', { error: missing }],
    ['vLLM', { error: unserved }],
    ['an older vLLM', unserved],
  ])('%s without the model names it, and how to get it', async (_server, body) => {
    const { url } = await startMisbehavingServer(answering(404, body))
    expect(await told(url)).toMatch(/^AI_MODEL: .* does not have the model llama3\.2:3b\. .*"ollama pull llama3\.2:3b"/)
  })

  test.each([
    ['a page', '404 page not found'],
    ['FastAPI', { detail: 'Not Found' }],
  ])('%s at another address is no chat API', async (_server, body) => {
    const { url } = await startMisbehavingServer(answering(404, body))
    expect(await told(url)).toBe('AI_FAILED: Supabase Function error: there is no chat API at the base URL')
  })

  test.each([
    ['FastAPI forbids a field', 422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs' }] }],
    ['an error is a text', 400, { error: 'invalid request: unknown field stream_options' }],
    ['a grammar cannot be made', 400, { error: { code: 400, message: 'Failed to parse grammar', type: 'invalid_request_error' } }],
    ['the fields of an error stand alone', 400, { message: 'response_format is not supported', type: 'BadRequestError' }],
  ])('is asked in a simpler way where %s', async (_what, status, body) => {
    let calls = 0
    const { url } = await startMisbehavingServer((outgoing, send) => {
      calls += 1
      return calls === 1 ? answering(status, body)(outgoing, send) : answering(200, sentence)(outgoing, send)
    })
    expect(await told(url)).toBe('good morning')
    expect(calls).toBe(2)
  })

  test('that breaks on a schema is asked without one before it is given up', async () => {
    const { url, calls } = await startMisbehavingServer((outgoing, send) =>
      calls() < 3 ? answering(500, { error: 'json_schema: not implemented' })(outgoing, send) : answering(200, sentence)(outgoing, send),
    )
    expect(await told(url)).toBe('good morning')
    expect(calls()).toBe(3)
  })

  test('that knows no streams is read whole', async () => {
    const { url } = await startMisbehavingServer(answering(200, sentence))
    expect(await told(url)).toBe('good morning')
  })

  test('that loads its model behind the headers has as long as before them, and no longer in the middle', async () => {
    const patience = chatTimeouts({ firstWord: 20_000, silence: 60, whole: 20_000 })
    const read = async (url: string, heard: (text: string) => void) => {
      for await (const part of chatAt(url, patience).stream(request, never())) if (part.type === 'text') heard(part.text)
    }
    const begin = (outgoing: ServerResponse) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.flushHeaders()
    }
    const word = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
    const silent = await startMisbehavingServer(async (outgoing, send) => {
      begin(outgoing)
      await send(word('early'))
    })
    const { url } = await startMisbehavingServer(async (outgoing, send) => {
      begin(outgoing)
      // Longer than a silence in the middle may last: one that begins now is over.
      await expect(read(silent.url, () => undefined)).rejects.toMatchObject({ code: 'AI_TIMEOUT' })
      await send(word('late'))
    })
    let text = ''
    const reading = read(url, (heard) => (text += heard))
    await expect(reading).rejects.toMatchObject({ code: 'AI_TIMEOUT' })
    expect(text).toBe('late')
  })

  test('has the time that its operator gives it', () => {
    expect(chatTimeouts({ firstWord: 600_000, silence: 90_000, whole: 1_800_000 })).toMatchObject({
      answerMs: 600_000,
      firstMs: 600_000,
      silenceMs: 90_000,
      wholeMs: 1_805_000,
    })
  })
})
