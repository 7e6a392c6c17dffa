import { fetch as fetchBy, type Agent, type RequestInit as AgentInit } from 'undici'
import { PrivateAddressError, publicOnlyAgent, type Resolve } from './public-address.ts'

/** Which link broke on the way to a provider; `not-public`: it led into the machine or its network and was not taken. */
export type HttpFault = 'unreachable' | 'timeout' | 'redirected' | 'broken-off' | 'not-public'

/** A call to a provider that got no whole answer. The message names no address and holds no secret. */
export class HttpError extends Error {
  readonly fault: HttpFault

  constructor(fault: HttpFault, options?: ErrorOptions) {
    super(`The provider could not be asked: ${fault}`, options)
    this.name = 'HttpError'
    this.fault = fault
  }
}

export interface HttpTimeouts {
  /** Milliseconds until the status and headers are there. */
  answerMs: number
  /** Milliseconds without a byte of the body. */
  silenceMs: number
}

/** The shape of the global `fetch`, which clients of providers are handed. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The only way out to providers. Redirects are refused: they would carry a key to an address nobody configured. Whatever
 * goes wrong is an HttpError, an abort by the caller its own reason.
 */
export function createFetch(timeouts: HttpTimeouts, send: Fetch = fetch): Fetch {
  return async (input, init = {}) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeouts.answerMs)
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    let response: Response
    try {
      response = await send(input, { ...init, signal, redirect: 'manual' })
    } catch (error) {
      if (init.signal?.aborted) throw error
      const isPrivate = error instanceof Error && error.cause instanceof PrivateAddressError
      throw new HttpError(isPrivate ? 'not-public' : late.signal.aborted ? 'timeout' : 'unreachable', { cause: error })
    } finally {
      clearTimeout(timer)
    }
    // 308 without an address is no redirect but Google's "go on" in the middle of an upload.
    const isRedirect = response.status >= 300 && response.status < 400 && (response.status !== 308 || response.headers.has('location'))
    if (isRedirect) {
      await response.body?.cancel()
      throw new HttpError('redirected')
    }
    if (!response.body) return response
    const body = watched(response.body, { silenceMs: timeouts.silenceMs, caller: init.signal ?? null })
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}

/**
 * The same for addresses that a person typed: only what is on the public internet is connected to, everything else is the
 * fault `not-public`. Bodies are text or bytes. `resolve` stands in for the machine's resolver.
 */
export function createPublicFetch(timeouts: HttpTimeouts, resolve?: Resolve): Fetch {
  return createFetch(timeouts, fetchThrough(publicOnlyAgent({ ...(resolve && { resolve }), connectMs: timeouts.answerMs })))
}

/** The global `fetch` takes no agent of the package: the package's own does, and its answer is made one of the usual kind. */
function fetchThrough(dispatcher: Agent): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input
    const { status, statusText, headers, body } = await fetchBy(url, { ...init, dispatcher } as AgentInit)
    return new Response(body as ReadableStream | null, { status, statusText, headers: [...headers] })
  }
}

/** The same bytes, with an error after a silence and a name for a connection that breaks. */
function watched(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { silenceMs, caller }: { silenceMs: number; caller: AbortSignal | null },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const silence = Promise.withResolvers<never>()
      const timer = setTimeout(() => silence.reject(new HttpError('timeout')), silenceMs)
      try {
        const { done, value } = await Promise.race([reader.read(), silence.promise])
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        const failure = error instanceof HttpError || caller?.aborted ? error : new HttpError('broken-off', { cause: error })
        controller.error(failure)
        // The connection has no further use; that it may already be gone is no news.
        void reader.cancel().catch(() => undefined)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
