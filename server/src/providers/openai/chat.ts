import { setTimeout as wait } from 'node:timers/promises'
import OpenAI from 'openai'
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions/completions'
import { AppError } from '@ninesixteen/shared/errors'
import { currentRequestId } from '../../telemetry/request-context.ts'
import { createFetch, type ResponseLimits, type Fetch, type OpenFetch } from '../http.ts'
import { FULL_DIALECT, simplerDialect, type Dialect } from './dialect.ts'
import { explainFailure } from './failure.ts'
import { withRefusalForm } from './refusal-form.ts'
import { partsOf, readChunks, readCompletion, type ChatPart, type ChatReply } from './reply.ts'
import { ATTEMPTS_MAX, retryPause } from './retry.ts'

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
  timeouts: ChatTimeouts
  /** Another way out than to whatever address is configured: for addresses that a person typed. */
  open?: OpenFetch
  /** Numbers from 0 up to 1 for the spread of pauses. */
  random?: () => number
}

/** How long is waited for an answer; how much of it is read is the same for all. */
export type ChatTimeouts = Pick<ResponseLimits, 'answerMs' | 'firstMs' | 'silenceMs' | 'wholeMs'>

/** How long an operator lets the AI provider take, in milliseconds. */
export interface AiTimeouts {
  /** Until its first word: some servers say at once that they heard, and load the model then. */
  firstWord: number
  /** Without a word in the middle of an answer. */
  silence: number
  /** For a whole answer. */
  whole: number
}

/** A slideshow that takes too long is ended by its run, which knows what is written; whatever else asks is ended a little later. */
const AFTER_THE_RUN_MS = 5_000

export function chatTimeouts({ firstWord, silence, whole }: AiTimeouts): ChatTimeouts {
  return { answerMs: firstWord, firstMs: firstWord, silenceMs: silence, wholeMs: whole + AFTER_THE_RUN_MS }
}

/**
 * A stream frames each token with some 350 bytes, and a model that thinks aloud sends thousands that nobody asked for. A server that
 * does not really stream sends the whole answer as one event.
 */
const STREAM = { bytes: 16 * 1024 * 1024, event: { count: 40_000, bytes: 1024 * 1024, values: 10_000 } }

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

/** A server that knows no streams answers as if none had been asked for. */
function isWhole(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

function clientOf({ apiKey, baseUrl }: ChatSettings, fetch: Fetch): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseUrl,
    // Nothing of the environment but what the configuration read.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The package would also repeat a call that ran out of credit.
    maxRetries: 0,
    fetch: withRefusalForm(fetch),
    logLevel: 'off',
  })
}

/** How one attempt is sent. */
interface Sending {
  signal: AbortSignal
  headers: Record<string, string>
}

/**
 * By which a call is found in the provider's log again: OpenAI keeps what stands in this header, one of its own for each attempt; others let it be.
 * https://platform.openai.com/docs/api-reference/debugging-requests
 */
function idHeader(attempt: number): Record<string, string> {
  const id = currentRequestId()
  return id === undefined ? {} : { 'x-client-request-id': `${id}-${attempt}` }
}

/** Client of one chat API. Keys and texts never reach the log. */
export function createChat(settings: ChatSettings, { log, timeouts, open = createFetch, random = Math.random }: ChatParts): Chat {
  const streams = clientOf(settings, open({ ...timeouts, ...STREAM }))
  const completions = clientOf(settings, open(timeouts))
  const dialects = new Map<string, Dialect>()

  /** Calls until it works, is refused for good, or the next attempt would come too late. */
  async function persist<T>(
    request: ChatRequest,
    signal: AbortSignal,
    call: (dialect: Dialect, sending: Sending) => Promise<T>,
  ): Promise<T> {
    let isServerBroken = false
    for (let attempt = 1; ;) {
      const known = dialects.get(request.model) ?? FULL_DIALECT
      // Some servers break where others refuse: the last attempt asks for no form. Whether that was the reason is not known, so it is not kept.
      const dialect = isServerBroken && attempt === ATTEMPTS_MAX ? { ...known, format: 'text' as const } : known
      try {
        return await call(dialect, { signal, headers: idHeader(attempt) })
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
        isServerBroken = failure.facts['status'] === 500
        const pause = retryPause(failure, attempt, random)
        if (pause === null) throw failure.error
        await pauseFor(pause, signal)
        attempt += 1
      }
    }
  }

  return {
    async *stream(request, signal) {
      const { parts, first } = await persist(request, signal, async (dialect, sending) => {
        const { data: chunks, response } = await streams.chat.completions
          .create(
            { ...parameters(request, dialect), stream: true, ...(dialect.usage && { stream_options: { include_usage: true } }) },
            sending,
          )
          .withResponse()
        const reading = isWhole(response) ? partsOf(readCompletion(await response.json())) : readChunks(chunks, signal)
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
      persist(request, signal, async (dialect, sending) =>
        readCompletion(await completions.chat.completions.create({ ...parameters(request, dialect), stream: false }, sending)),
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
