import type { LookupFunction } from 'node:net'
import { buildConnector, Client, fetch as fetchBy, type Dispatcher, type RequestInit as AgentInit } from 'undici'
import { eventBody, refusalBody, wholeBody, type BodyLimits } from './answer-body.ts'
import type { EventLimits } from './event-gate.ts'
import { HttpError } from './http-error.ts'
import { noting } from './call-outcomes.ts'
import { createNameLookup } from './name-lookup.ts'
import { publicOnlyAgent, type Resolve } from './public-address.ts'
import { wayFault } from './way-fault.ts'
import { withSpan, type SpanFacts } from '../telemetry/spans.ts'

/** How much of an answer is read, and how long is waited for it. */
export interface ResponseLimits {
  /** Milliseconds until the status and headers are there. */
  answerMs: number
  /** Milliseconds without a byte of the body. */
  silenceMs: number
  /** Milliseconds before the first byte of the body; `silenceMs` when not said. */
  firstMs?: number
  /** Milliseconds until all of it is there, however it trickles; some seconds more than for the headers when not said. */
  wholeMs?: number
  /** Bytes of the body, unpacked; 4 MB when not said. */
  bytes?: number
  /** Of an answer that is a stream of server-sent events, and is handed on while it comes. Any other is whole before it is given. */
  event?: EventLimits
}

/** No answer of a platform that we ask for comes near this. */
const BYTES = 4 * 1024 * 1024
const BODY_MS = 40_000
/** What is read of a refusal: its code stands at the beginning. */
const REFUSAL = { bytes: 64 * 1024, ms: 10_000 }

/** The shape of the global `fetch`, which clients of providers are handed. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Gives a way out within the bounds of one kind of answer. */
export type OpenFetch = (bounds: ResponseLimits) => Fetch

/**
 * The only way out to providers. Redirects are refused: they would carry a key to an address nobody configured. Whatever
 * goes wrong is an HttpError, an abort by the caller its own reason.
 */
export function createFetch(bounds: ResponseLimits, send: Fetch = fetch): Fetch {
  return async (input, init = {}) => {
    const deadline = performance.now() + (bounds.wholeMs ?? bounds.answerMs + BODY_MS)
    const caller = init.signal ?? null
    const response = await withSpan(
      () => spanOf(input, init),
      async (note) => {
        const answer = await noting(input, () =>
          headersWithin(bounds.answerMs, caller, (signal) => send(input, { ...init, signal, redirect: 'manual' })),
        )
        note({ attributes: { 'http.response.status_code': answer.status } })
        return answer
      },
    )
    await refuseUnread(response)
    const { body, ok, status, statusText, headers } = response
    if (!body) return response
    const { silenceMs, firstMs, bytes = BYTES, event } = bounds
    const within: BodyLimits = { silenceMs, firstMs, deadline, bytes, caller }
    const refusal = { ...within, bytes: REFUSAL.bytes, deadline: Math.min(deadline, performance.now() + REFUSAL.ms) }
    const given = event && ok ? eventBody(body, { ...within, event }) : await (ok ? wholeBody(body, within) : refusalBody(body, refusal))
    return new Response(given, { status, statusText, headers })
  }
}

/** Without its path, in which there may be ids and keys. */
function spanOf(input: string | URL | Request, { method }: RequestInit): SpanFacts {
  const address = String(input instanceof Request ? input.url : input)
  const name = method ?? (input instanceof Request ? input.method : 'GET')
  if (!URL.canParse(address)) return { name, kind: 'client' }
  const { hostname, port, protocol } = new URL(address)
  const attributes = {
    'http.request.method': name,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return { name, kind: 'client', attributes }
}

/** An answer as soon as its headers are there. */
async function headersWithin(ms: number, caller: AbortSignal | null, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await send(caller ? AbortSignal.any([caller, late.signal]) : late.signal)
  } catch (error) {
    if (caller?.aborted) throw error
    const fault = wayFault(error)
    throw late.signal.aborted ? new HttpError('timeout', { cause: error, sent: fault.sent }) : fault
  } finally {
    clearTimeout(timer)
  }
}

/** A response of any other cannot be made. */
function isKnownStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** Answers of which no byte is read. */
async function refuseUnread({ status, headers, body }: Response): Promise<void> {
  // 308 without an address is no redirect but Google's "go on" in the middle of an upload.
  const isRedirect = status >= 300 && status < 400 && (status !== 308 || headers.has('location'))
  // Packed several times over, a few bytes keep the machine at work without ever becoming an answer.
  const isPackedTwice = headers.get('content-encoding')?.includes(',') === true
  if (isKnownStatus(status) && !isRedirect && !isPackedTwice) return
  await body?.cancel()
  throw new HttpError(isRedirect ? 'redirected' : isPackedTwice ? 'too-large' : 'broken-off')
}

interface ToPublic {
  connectMs: number
  resolve?: Resolve
  /** See publicOnlyAgent: a failed look-up tells nothing by its time. */
  stepMs?: number
}

/**
 * The same for addresses that a person typed: only what is on the public internet is connected to, everything else is the
 * fault `not-public`. Bodies are text or bytes. `resolve` stands in for the machine's resolver.
 */
export function publicFetches({ connectMs, resolve = createNameLookup(), stepMs = 1000 }: ToPublic): OpenFetch {
  const send = sendThrough(publicOnlyAgent({ resolve, connectMs, stepMs }))
  return (bounds) => createFetch(bounds, send)
}

/** The global `fetch` takes no agent of the package: the package's own does, and its answer is made one of the usual kind. */
export function sendThrough(dispatcher: Dispatcher): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input
    const { status, statusText, headers, body } = await fetchBy(url, { ...init, dispatcher } as AgentInit)
    if (!isKnownStatus(status)) {
      await body?.cancel()
      throw new HttpError('broken-off')
    }
    return new Response(body as ReadableStream | null, { status, statusText, headers: [...headers] })
  }
}

interface Alone {
  connectMs: number
  /** Stands in for the machine's resolver. */
  lookup?: LookupFunction
}

/**
 * Sends each call over a connection of its own, for calls that must not be made twice. On a connection that was used before, the
 * other side may hang up just as the next call is on its way, and nobody can say whether it arrived. Here a call that never had a
 * connection has surely done nothing, and says so (`sent: 'no'`) even when it was given up in the middle of connecting. That the
 * connection ends with the call is not announced: told so, a server that refuses early hangs up on the rest of the body, and the refusal
 * is lost with it.
 */
export function sendAlone({ connectMs, lookup }: Alone): Fetch {
  // Shared, because it remembers TLS sessions, and no connections. Over HTTP/2 a call that was turned away is sent again unasked.
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...(lookup && { lookup }) })
  return async (input, init) => {
    let [isSent, isConnected] = [false, false]
    const client = new Client(new URL(input instanceof Request ? input.url : input).origin, {
      allowH2: false,
      connect: (options, callback) =>
        connect(options, (...given) => {
          isConnected = given[0] === null
          callback(...given)
        }),
    })
    const once = client.compose((dispatch) => (options, handler) => {
      // `fetch` by itself repeats what is answered with 421.
      if (isSent) throw new Error('A call is sent once')
      isSent = true
      return dispatch(options, handler)
    })
    try {
      const response = await sendThrough(once)(input, init)
      // As soon as the answer has been read.
      void client.close()
      return response
    } catch (error) {
      void client.destroy()
      if (isConnected) throw error
      const { fault } = wayFault(error)
      throw new HttpError(fault, { cause: error, sent: 'no' })
    }
  }
}
