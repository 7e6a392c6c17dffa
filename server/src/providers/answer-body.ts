import { setImmediate as turn } from 'node:timers/promises'
import { jsonLimitViolation, type JsonLimits } from '../json-limits.ts'
import { createEventGate, type EventLimits } from './event-gate.ts'
import { createGrowingBytes } from './growing-bytes.ts'
import { HttpError } from './http-error.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Body = ReadableStream<Bytes>
type BodyReader = ReadableStreamDefaultReader<Bytes>

/** How long and how much of a body is read. */
export interface BodyLimits {
  /** Milliseconds without a byte. */
  silenceMs: number
  /** Milliseconds before the first byte; as long as any other silence when not said. */
  firstMs?: number | undefined
  /** When all of it has to be there, on the clock of `performance.now()`. */
  deadline: number
  /** Unpacked, where it came compressed. */
  bytes: number
  /** Whoever asked, and may leave. */
  caller: AbortSignal | null
}

/** What the JSON of an answer may hold. None that we ask for comes near this, and parsing it takes some 20 ms at most. */
const JSON_BOUNDS: JsonLimits = { depth: 64, values: 50_000 }
/** After so many pieces everybody else gets a turn: a body in pieces of one byte would not let go by itself. */
const PIECES_A_TURN = 64

/** The pieces of a body within its bounds. Whatever ends this before the body does also ends the connection. */
async function* piecesOf(
  reader: BodyReader,
  { silenceMs, firstMs = silenceMs, deadline, bytes, caller }: BodyLimits,
): AsyncGenerator<Bytes, void> {
  let [read, pieces, isWhole] = [0, 0, false]
  try {
    for (;;) {
      const { done, value } = await soon(reader.read(), Math.min(pieces === 0 ? firstMs : silenceMs, deadline - performance.now()))
      if (done) break
      read += value.byteLength
      if (read > bytes) throw new HttpError('too-large')
      yield value
      pieces += 1
      if (pieces % PIECES_A_TURN === 0) await turn()
    }
    isWhole = true
  } catch (error) {
    throw error instanceof HttpError || caller?.aborted ? error : new HttpError('broken-off', { cause: error })
  } finally {
    // That the connection may already be gone is no news.
    if (!isWhole) void reader.cancel().catch(() => undefined)
  }
}

async function soon<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new HttpError('timeout')), Math.max(0, ms))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A whole body whose JSON, if it is some, can be parsed without harm. */
export async function wholeBody(body: Body, bounds: BodyLimits): Promise<Bytes> {
  const collected = createGrowingBytes()
  for await (const piece of piecesOf(body.getReader(), bounds)) collected.add(piece)
  const whole = collected.take()
  if (jsonLimitViolation(whole, JSON_BOUNDS)) throw new HttpError('too-large')
  return whole
}

/** The body of a refusal as far as it came within its bounds: the status has said the most. */
export async function refusalBody(body: Body, bounds: BodyLimits): Promise<Bytes> {
  const collected = createGrowingBytes()
  try {
    for await (const piece of piecesOf(body.getReader(), bounds)) collected.add(piece)
  } catch (error) {
    if (!(error instanceof HttpError) || error.fault === 'broken-off') throw error
  }
  return collected.take()
}

/** A stream of server-sent events, of which only whole ones are handed on. */
export function eventBody(body: Body, bounds: BodyLimits & { event: EventLimits }): Body {
  const reader = body.getReader()
  const events = wholeEvents(reader, bounds)
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await events.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function* wholeEvents(reader: BodyReader, { event, ...bounds }: BodyLimits & { event: EventLimits }): AsyncGenerator<Bytes, void> {
  const gate = createEventGate(event)
  for await (const piece of piecesOf(reader, bounds)) {
    const events = gate.push(piece)
    if (events.length > 0) yield events
  }
  const rest = gate.rest()
  if (rest.length > 0) yield rest
}
