import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressGroup, clientAddress, type TrustedProxies } from '../../config/client-address.ts'
import { createFairQueue, type FairQueueSize } from '../../fair-queue/fair-queue.ts'
import { appError, errorBody, retryHeaders } from '../on-error.ts'

export interface AdmissionLimits {
  /** Calls: each asks the database. */
  calls: FairQueueSize
  /** Pages and pictures, of which a browser may ask for a hundred at once. */
  files: FairQueueSize
  /**
   * What takes longer waits for something else than this process (a slow line), and gives its place to another, as does at once whatever says so
   * by `waitElsewhere`. In milliseconds.
   */
  countedMs: number
}

/**
 * More at once does not get more done: on two cores 64 calls, half of them waiting, are a tenth of a second of work. What waits longer than that in
 * front of a server which is asked for more than it can do would only be answered when nobody is there any more.
 */
export const ADMISSION: AdmissionLimits = {
  calls: { places: 32, waitingOfOne: 32, waitingOfAll: 32 },
  files: { places: 32, waitingOfOne: 128, waitingOfAll: 256 },
  countedMs: 1_000,
}

/** Paths of calls. */
const CALL = /^\/(api|functions|calendar)\//

/** Whoever watches the product has to be answered when it is busy most of all. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

const places = new WeakMap<IncomingMessage, () => void>()

/** Gives the place of a call to another one: from now on it waits for a provider, for a worker, or for something to happen. */
export function releaseAdmission(request: IncomingMessage): void {
  places.get(request)?.()
}

/** Answers a request; whatever it returns, it is over when the answer is. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface AdmissionParts {
  bounds: AdmissionLimits
  trustProxy: TrustedProxies
  /** On a refusal as on every other answer. */
  headers: Readonly<Record<string, string>>
}

/**
 * In front of everything: so many calls in progress, some more in a line in which people take turns, and for the rest 503 with `Retry-After` at
 * once, before anything is read or asked. Each process decides for itself.
 */
export function admissionControl(listener: Listener, { bounds, trustProxy, headers }: AdmissionParts) {
  const [calls, files] = [createFairQueue(bounds.calls, 'calls'), createFairQueue(bounds.files, 'files')]
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0] ?? ''
    if (WATCHED.has(path)) {
      listener(request, response)
      return
    }
    const queue = CALL.test(path) ? calls : files
    queue
      .run({ person: sender(request, trustProxy) }, async () => {
        // Whoever left while waiting is not worked for.
        if (response.destroyed || request.socket.destroyed) return
        const over = untilOver(request, response, bounds.countedMs)
        listener(request, response)
        await over
      })
      .catch((error: unknown) => refuse({ request, response, headers }, error))
  }
}

/** Whose turn it takes: a session's, else an address's. Not whether the session is good, which is asked later; a made-up one gets a turn as any. */
function sender({ headers, socket }: IncomingMessage, trustProxy: TrustedProxies): string {
  const session = headers.authorization ?? /session_token=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  if (session !== undefined) return session
  const forwardedFor = headers['x-forwarded-for']?.toString()
  return addressGroup(clientAddress({ socketAddress: socket.remoteAddress, forwardedFor }, trustProxy))
}

function untilOver(request: IncomingMessage, response: ServerResponse, countedMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = (): void => {
    clearTimeout(late)
    resolve()
  }
  const late = setTimeout(over, countedMs)
  places.set(request, over)
  // Also when the connection breaks.
  response.once('close', over)
  return promise
}

interface Refused extends Pick<AdmissionParts, 'headers'> {
  request: IncomingMessage
  response: ServerResponse
}

function refuse({ request, response, headers }: Refused, error: unknown): void {
  const refusal = appError(error)
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  // What is still being sent is not waited for: the connection ends with the answer.
  const close = hasBody ? { connection: 'close' } : {}
  const isPage = request.headers.accept?.includes('text/html') === true
  const [type, text] = isPage ? ['text/plain; charset=utf-8', refusal.message] : ['application/json', JSON.stringify(errorBody(refusal))]
  response.writeHead(refusal.status, {
    ...headers,
    ...retryHeaders(refusal),
    ...close,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
