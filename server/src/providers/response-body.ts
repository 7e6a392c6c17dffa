import { setImmediate as turn } from 'node:timers/promises'
import { jsonLimitViolation, type JsonLimits } from '../json-limits.ts'
import { createEventGate, type EventLimits } from './event-gate.ts'
import { createGrowingBytes } from './growing-bytes.ts'
import { HttpError } from './http-error.ts'
import { withTimeout } from '../promises.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Body = ReadableStream<Bytes>
type BodyReader = ReadableStreamDefaultReader<Bytes>

/** Limits for reading a body. */
export interface BodyLimits {
  /** Milliseconds without a byte. */
  silenceMs: number
  /** Milliseconds before the first byte; defaults to `silenceMs`. */
  firstMs?: number | undefined
  /** When the body has to be complete, by `performance.now()`. */
  deadline: number
  /** Bytes after decompression. */
  bytes: number
  /** The caller's signal. */
  caller: AbortSignal | null
}

/** JSON limits of a response: far above any real one, and parsed within about 20 ms. */
const JSON_BOUNDS: JsonLimits = { depth: 64, values: 50_000 }
/** Chunks between yields to the event loop: a body in chunks of one byte would otherwise block it. */
const PIECES_A_TURN = 64

/** Yields a body's chunks within its limits. Ending early also closes the connection. */
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
    // The connection may already be closed.
    if (!isWhole) void reader.cancel().catch(() => undefined)
  }
}

function soon<T>(work: Promise<T>, ms: number): Promise<T> {
  return withTimeout(work, Math.max(0, ms), () => {
    throw new HttpError('timeout')
  })
}

/** A complete body whose JSON, if any, is safe to parse. */
export async function wholeBody(body: Body, bounds: BodyLimits): Promise<Bytes> {
  const collected = createGrowingBytes()
  for await (const piece of piecesOf(body.getReader(), bounds)) collected.add(piece)
  const whole = collected.take()
  if (jsonLimitViolation(whole, JSON_BOUNDS)) throw new HttpError('too-large')
  return whole
}

/** The part of an error body that arrived within its limits: the status matters most. */
export async function refusalBody(body: Body, bounds: BodyLimits): Promise<Bytes> {
  const collected = createGrowingBytes()
  try {
    for await (const piece of piecesOf(body.getReader(), bounds)) collected.add(piece)
  } catch (error) {
    if (!(error instanceof HttpError) || error.fault === 'broken-off') throw error
  }
  return collected.take()
}

/** A stream of server-sent events that passes on only complete ones. */
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
