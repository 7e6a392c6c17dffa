import type { LookupFunction } from 'node:net'
import { buildConnector, Client, fetch as fetchBy, type Dispatcher, type RequestInit as AgentInit } from 'undici'
import { eventBody, refusalBody, wholeBody, type BodyLimits } from './response-body.ts'
import type { EventLimits } from './event-gate.ts'
import { HttpError } from './http-error.ts'
import { noting } from './call-outcomes.ts'
import { createNameLookup } from './name-lookup.ts'
import { publicOnlyAgent, type Resolve } from './public-address.ts'
import { wayFault } from './connection-error.ts'
import { withSpan, type SpanFacts } from '../telemetry/spans.ts'

/** Size and time limits of a response. */
export interface ResponseLimits {
  /** Milliseconds until the status and headers arrive. */
  answerMs: number
  /** Milliseconds without a byte of the body. */
  silenceMs: number
  /** Milliseconds before the first byte of the body; defaults to `silenceMs`. */
  firstMs?: number
  /** Milliseconds until the response is complete; defaults to `answerMs` plus 40 s. */
  wholeMs?: number
  /** Bytes of the body after decompression; defaults to 4 MB. */
  bytes?: number
  /** Set for a stream of server-sent events, which is passed on as it arrives. Any other body is read completely first. */
  event?: EventLimits
}

/** Far above any real response. */
const BYTES = 4 * 1024 * 1024
const BODY_MS = 40_000
/** Limits for an error body: its code comes first. */
const REFUSAL = { bytes: 64 * 1024, ms: 10_000 }

/** The type of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Creates a fetch function with these limits. */
export type OpenFetch = (bounds: ResponseLimits) => Fetch

/**
 * The only way to send requests to providers. Refuses redirects, which would carry a key to an address that isn't configured. Throws HttpError,
 * or the caller's abort reason.
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
    const responseBody =
      event && ok ? eventBody(body, { ...within, event }) : await (ok ? wholeBody(body, within) : refusalBody(body, refusal))
    return new Response(responseBody, { status, statusText, headers })
  }
}

/** Omits the path, which may contain ids and keys. */
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

/** Resolves once the headers have arrived. */
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

/** The Response constructor rejects any other status. */
function isKnownStatus(status: number): boolean {
  return status >= 200 && status <= 599
}

/** Rejects responses whose body must not be read. */
async function refuseUnread({ status, headers, body }: Response): Promise<void> {
  // 308 without a location isn't a redirect: Google sends it in the middle of an upload.
  const isRedirect = status >= 300 && status < 400 && (status !== 308 || headers.has('location'))
  // Nested compression: a few bytes can expand without end.
  const isPackedTwice = headers.get('content-encoding')?.includes(',') === true
  if (isKnownStatus(status) && !isRedirect && !isPackedTwice) return
  await body?.cancel()
  throw new HttpError(isRedirect ? 'redirected' : isPackedTwice ? 'too-large' : 'broken-off')
}

interface ToPublic {
  connectMs: number
  resolve?: Resolve
  /** See publicOnlyAgent: hides how long a failed lookup took. */
  stepMs?: number
}

/**
 * Like `createFetch`, for URLs that a user entered: connects only to the public internet, otherwise throws `not-public`. Request bodies are
 * text or bytes. `resolve` replaces the machine's resolver.
 */
export function publicFetches({ connectMs, resolve = createNameLookup(), stepMs = 1000 }: ToPublic): OpenFetch {
  const send = sendThrough(publicOnlyAgent({ resolve, connectMs, stepMs }))
  return (bounds) => createFetch(bounds, send)
}

/** The global `fetch` accepts no undici dispatcher, so this uses undici's own and converts its response. */
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
  /** Replaces the machine's resolver. */
  lookup?: LookupFunction
}

/**
 * Sends each request over its own connection, for requests that must not be sent twice. On a reused connection, the server may hang up while the
 * next request is on its way, and it is unknown whether it arrived. Here, a request that never had a connection throws `sent: 'no'`, even when
 * aborted while connecting. Sends no `connection: close`: a server that refuses early would hang up on the rest of the body, and its response
 * would be lost.
 */
export function sendAlone({ connectMs, lookup }: Alone): Fetch {
  // Shared for its TLS sessions; it holds no connections. Over HTTP/2, undici would retry a refused request by itself.
  const connect = buildConnector({ timeout: connectMs, allowH2: false, ...(lookup && { lookup }) })
  return async (input, init) => {
    let [isSent, isConnected] = [false, false]
    const client = new Client(new URL(input instanceof Request ? input.url : input).origin, {
      allowH2: false,
      connect: (options, callback) =>
        connect(options, (...args) => {
          isConnected = args[0] === null
          callback(...args)
        }),
    })
    const once = client.compose((dispatch) => (options, handler) => {
      // `fetch` retries a 421 by itself.
      if (isSent) throw new Error('A call is sent once')
      isSent = true
      return dispatch(options, handler)
    })
    try {
      const response = await sendThrough(once)(input, init)
      // Closes once the response has been read.
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
