import { setTimeout as wait } from 'node:timers/promises'
import OpenAI from 'openai'
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions/completions'
import { AppError } from '@ninesixteen/shared/errors'
import { createFetch, type Fetch, type HttpTimeouts } from '../http.ts'
import { FULL_DIALECT, simplerDialect, type Dialect } from './dialect.ts'
import { explainFailure } from './failure.ts'
import { retryPause } from './retry.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  maxTokens: number
  temperature: number
  /** JSON Schema of the reply, in the strict subset; absent for free text. */
  reply?: { name: string; schema: Record<string, unknown> }
}

export interface ChatUsage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
}

/** How an answer ended: `cut` is a stream that stopped without saying so. */
export type ChatFinish = 'stop' | 'length' | 'cut'

export type ChatPart = { type: 'text'; text: string } | { type: 'end'; finish: ChatFinish; usage: ChatUsage | null; model: string }

export interface ChatReply {
  content: string
  model: string
  usage: ChatUsage | null
  finish: ChatFinish
}

/** An OpenAI-compatible chat API. Everything thrown is an AppError. */
export interface Chat {
  /** The answer while it is written. Attempts are repeated until its first text. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPart, void>
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>
}

export interface ChatSettings {
  baseUrl: string
  apiKey: string | null
}

interface ChatLog {
  info(facts: Record<string, unknown>, text: string): void
  warn(facts: Record<string, unknown>, text: string): void
}

export interface ChatParts {
  log: ChatLog
  timeouts: HttpTimeouts
  /** Another way out than to whatever address is configured: for addresses that a person typed. */
  fetch?: Fetch
  /** Numbers from 0 up to 1 for the spread of pauses. */
  random?: () => number
}

/** Long enough for a model on a laptop to load; `silenceMs` is the operator's. */
export function chatTimeouts(silenceMs: number): HttpTimeouts {
  return { answerMs: 60_000, silenceMs }
}

/** Local servers take any key, though not none. */
const NO_KEY = 'none'

function parameters(request: ChatRequest, dialect: Dialect): ChatCompletionCreateParamsBase {
  const { reply } = request
  return {
    model: request.model,
    messages: request.messages,
    [dialect.tokens]: request.maxTokens,
    ...(dialect.temperature && { temperature: request.temperature }),
    // The nesting of OpenAI: another one, shown in llama.cpp's README, is silently ignored there.
    ...(reply &&
      dialect.format === 'json_schema' && {
        response_format: { type: 'json_schema', json_schema: { name: reply.name, strict: true, schema: reply.schema } },
      }),
    ...(reply && dialect.format === 'json_object' && { response_format: { type: 'json_object' } }),
  }
}

/** The parts of a streamed answer, out of chunks that may have no choice in them (the one with the usage has none). */
async function* readChunks(chunks: AsyncIterable<ChatCompletionChunk>, signal: AbortSignal): AsyncGenerator<ChatPart, void> {
  let [model, usage, finish]: [string, ChatUsage | null, ChatFinish] = ['', null, 'cut']
  let [sawChoice, sawText, refused] = [false, false, false]
  for await (const chunk of chunks) {
    model = chunk.model || model
    usage = chunk.usage ?? usage
    const choice = chunk.choices?.[0]
    if (!choice) continue
    sawChoice = true
    if (choice.delta?.refusal || choice.finish_reason === 'content_filter') refused = true
    if (choice.finish_reason) finish = choice.finish_reason === 'length' ? 'length' : 'stop'
    const text = choice.delta?.content
    if (!text) continue
    sawText = true
    yield { type: 'text', text }
  }
  // The package ends an aborted stream as if it were whole.
  if (signal.aborted) throw new AppError('AI_CANCELLED')
  if (refused) throw new AppError('AI_REFUSED')
  if (!sawText) throw new AppError(sawChoice ? 'AI_NO_CONTENT' : 'AI_NO_DATA')
  yield { type: 'end', finish, usage, model }
}

function readCompletion(completion: ChatCompletion): ChatReply {
  const choice = completion.choices?.[0]
  if (!choice) throw new AppError('AI_NO_DATA')
  if (choice.message?.refusal || choice.finish_reason === 'content_filter') throw new AppError('AI_REFUSED')
  if (!choice.message?.content) throw new AppError('AI_NO_CONTENT')
  const finish = choice.finish_reason === 'length' ? 'length' : 'stop'
  return { content: choice.message.content, model: completion.model, usage: completion.usage ?? null, finish }
}

/** Client of one chat API. Keys and texts never reach the log. */
export function createChat(
  settings: ChatSettings,
  { log, timeouts, fetch = createFetch(timeouts), random = Math.random }: ChatParts,
): Chat {
  const client = new OpenAI({
    apiKey: settings.apiKey ?? NO_KEY,
    baseURL: settings.baseUrl,
    // Nothing of the environment but what the configuration read.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The package would also repeat a call that ran out of credit.
    maxRetries: 0,
    fetch,
    logLevel: 'off',
  })
  const dialects = new Map<string, Dialect>()

  /** Calls until it works, is refused for good, or the next attempt would come too late. */
  async function persist<T>(request: ChatRequest, signal: AbortSignal, call: (dialect: Dialect) => Promise<T>): Promise<T> {
    for (let attempt = 1; ;) {
      const dialect = dialects.get(request.model) ?? FULL_DIALECT
      try {
        return await call(dialect)
      } catch (thrown) {
        if (signal.aborted) throw new AppError('AI_CANCELLED', {}, { cause: thrown })
        const failure = explainFailure(thrown, request.model)
        const simpler = failure.refusedParameter === null ? null : simplerDialect(dialect, failure.refusedParameter)
        log.warn(
          { model: request.model, attempt, ...failure.facts, refusedParameter: failure.refusedParameter },
          'A call to the AI provider failed',
        )
        if (simpler) {
          dialects.set(request.model, simpler)
          continue
        }
        const pause = retryPause(failure, attempt, random)
        if (pause === null) throw failure.error
        await pauseFor(pause, signal)
        attempt += 1
      }
    }
  }

  return {
    async *stream(request, signal) {
      const { parts, first } = await persist(request, signal, async (dialect) => {
        const chunks = await client.chat.completions.create(
          { ...parameters(request, dialect), stream: true, ...(dialect.usage && { stream_options: { include_usage: true } }) },
          { signal },
        )
        const reading = readChunks(chunks, signal)
        return { parts: reading, first: await reading.next() }
      })
      if (first.done) return
      yield first.value
      try {
        yield* parts
      } catch (thrown) {
        if (signal.aborted) throw new AppError('AI_CANCELLED', {}, { cause: thrown })
        const failure = explainFailure(thrown, request.model)
        log.warn({ model: request.model, ...failure.facts }, 'An answer of the AI provider broke off')
        throw failure.error
      }
    },
    complete: (request, signal) =>
      persist(request, signal, async (dialect) =>
        readCompletion(await client.chat.completions.create({ ...parameters(request, dialect), stream: false }, { signal })),
      ),
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch (error) {
    throw new AppError('AI_CANCELLED', {}, { cause: error })
  }
}
