import { setTimeout as wait } from 'node:timers/promises'
import OpenAI from 'openai'
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions/completions'
import { AppError } from '@ninesixteen/shared/errors'
import { currentRequestId } from '../../telemetry/telemetry.ts'
import { createFetch, type ResponseLimits, type Fetch, type OpenFetch } from '../http.ts'
import { FULL_DIALECT, simplerDialect, type Dialect, explainFailure, withRefusalForm, ATTEMPTS_MAX, retryPause } from './failure.ts'
import { partsOf, readChunks, readCompletion, type ChatPart, type ChatReply } from './reply.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A single turn. */
export function chatMessages(system: string, user: string): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  maxTokens: number
  temperature: number
  /** JSON Schema of the reply, in the strict subset; absent for free text. */
  reply?: { name: string; schema: Record<string, unknown> }
}

/** An OpenAI-compatible chat API. Throws only AppError. */
export interface Chat {
  /** Streams the response. Retries until its first text. */
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
  /** Replaces the fetch function, for URLs that a user entered. */
  open?: OpenFetch
  /** Random numbers from 0 up to 1, for jitter. */
  random?: () => number
}

/** Time limits of a response; the size limits are the same for all. */
export type ChatTimeouts = Pick<ResponseLimits, 'answerMs' | 'firstMs' | 'silenceMs' | 'wholeMs'>

/** The operator's time limits for the AI provider, in milliseconds. */
export interface AiTimeouts {
  /** Until the first token: some servers send headers at once and then load the model. */
  firstWord: number
  /** Between tokens. */
  silence: number
  /** For the complete response. */
  whole: number
}

/** A run ends its own slideshow first, because it knows what is written; all other requests end a little later. */
const AFTER_THE_RUN_MS = 5_000

export function chatTimeouts({ firstWord, silence, whole }: AiTimeouts): ChatTimeouts {
  return { answerMs: firstWord, firstMs: firstWord, silenceMs: silence, wholeMs: whole + AFTER_THE_RUN_MS }
}

/**
 * A stream frames each token with about 350 bytes, and a reasoning model sends thousands of extra ones. A server that doesn't really stream sends
 * the complete response as one event.
 */
const STREAM = { bytes: 16 * 1024 * 1024, event: { count: 40_000, bytes: 1024 * 1024, values: 10_000 } }

/** Local servers accept any key, but require one. */
const NO_KEY = 'none'

function parameters(request: ChatRequest, dialect: Dialect): ChatCompletionCreateParamsBase {
  const { reply } = request
  return {
    model: request.model,
    messages: request.messages,
    [dialect.tokens]: request.maxTokens,
    ...(dialect.temperature && { temperature: request.temperature }),
    // OpenAI's nesting: it silently ignores the one in llama.cpp's README.
    ...(reply &&
      dialect.format === 'json_schema' && {
        response_format: { type: 'json_schema', json_schema: { name: reply.name, strict: true, schema: reply.schema } },
      }),
    ...(reply && dialect.format === 'json_object' && { response_format: { type: 'json_object' } }),
  }
}

/** A server without streaming sends a complete response. */
function isWhole(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

function clientOf({ apiKey, baseUrl }: ChatSettings, fetch: Fetch): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseUrl,
    // The package must not read the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The package would also retry after running out of credit.
    maxRetries: 0,
    fetch: withRefusalForm(fetch),
    logLevel: 'off',
  })
}

/** One attempt. */
interface Sending {
  signal: AbortSignal
  headers: Record<string, string>
}

/**
 * Identifies each attempt in the provider's log: OpenAI stores this header, others ignore it.
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

  /** Retries until an attempt succeeds, is refused permanently, or the next one would be too late. */
  async function persist<T>(
    request: ChatRequest,
    signal: AbortSignal,
    call: (dialect: Dialect, sending: Sending) => Promise<T>,
  ): Promise<T> {
    let isServerBroken = false
    for (let attempt = 1; ;) {
      const known = dialects.get(request.model) ?? FULL_DIALECT
      // Some servers fail where others refuse, so the last attempt requests no schema. The cause is unknown, so the client doesn't remember it.
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
