import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppError } from '@ninesixteen/shared/errors'
import { addressGroup, clientAddress, type TrustedProxies } from '../../config/client-address.ts'
import { createFairQueue, type FairQueueSize } from '../../fair-queue/fair-queue.ts'
import { appError, errorBody } from '../on-error.ts'
import { isForPrograms, PROBLEM_TYPE, problemBody } from '../responses/problem.ts'
import { retryHeaders } from '../retry-headers.ts'

export interface AdmissionLimits {
  /** API requests, each of which queries the database. */
  calls: FairQueueSize
  /** Pages and images, of which a browser may request a hundred at once. */
  files: FairQueueSize
  /**
   * A slower request waits for something outside this process, such as a slow network, and gives up its place, as does any that calls
   * `releaseAdmission`. In milliseconds.
   */
  countedMs: number
}

/**
 * More concurrency doesn't raise throughput: on two cores, 64 requests, half of them queued, are a tenth of a second of work. Under
 * overload, anything queued longer would get its response after the client left.
 */
export const ADMISSION: AdmissionLimits = {
  calls: { places: 32, maxQueuedPerUser: 32, maxQueued: 32 },
  files: { places: 32, maxQueuedPerUser: 128, maxQueued: 256 },
  countedMs: 1_000,
}

/** Paths of API requests. */
const CALL = /^\/((api|functions|calendar)\/|mcp$)/

/** Monitoring must work under load most of all. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

const slots = new WeakMap<IncomingMessage, () => void>()

/** Releases a request's place: from now on it waits for a provider, a worker or an event. */
export function releaseAdmission(request: IncomingMessage): void {
  slots.get(request)?.()
}

/** Handles a request, which ends with its response. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface AdmissionParts {
  bounds: AdmissionLimits
  trustProxy: TrustedProxies
  /** Also set on rejections. */
  headers: Readonly<Record<string, string>>
}

/**
 * Admission control in front of everything: a limited number of concurrent requests, a fair queue behind them, and an immediate 503 with
 * `Retry-After` for the rest, before anything is read. Per process.
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
      .run({ userId: sender(request, trustProxy) }, async () => {
        // The client left while queued.
        if (response.destroyed || request.socket.destroyed) return
        const finished = untilFinished(request, response, bounds.countedMs)
        listener(request, response)
        await finished
      })
      .catch((error: unknown) => refuse({ request, response, headers }, error))
  }
}

/** Queue key: the session cookie, or else the address. The session isn't verified here; a forged one gets an ordinary turn. */
function sender({ headers, socket }: IncomingMessage, trustProxy: TrustedProxies): string {
  const session = headers.authorization ?? /session_token=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  if (session !== undefined) return session
  const forwardedFor = headers['x-forwarded-for']?.toString()
  return addressGroup(clientAddress({ socketAddress: socket.remoteAddress, forwardedFor }, trustProxy))
}

function untilFinished(request: IncomingMessage, response: ServerResponse, countedMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const finish = (): void => {
    clearTimeout(timeout)
    resolve()
  }
  const timeout = setTimeout(finish, countedMs)
  slots.set(request, finish)
  // Also when the connection breaks.
  response.once('close', finish)
  return promise
}

interface Refused extends Pick<AdmissionParts, 'headers'> {
  request: IncomingMessage
  response: ServerResponse
}

function refuse({ request, response, headers }: Refused, error: unknown): void {
  const refusal = appError(error)
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  // Doesn't wait for the rest of the body: the connection closes with the response.
  const close = hasBody ? { connection: 'close' } : {}
  const [type, text] = refusalBody(request, refusal)
  response.writeHead(refusal.status, {
    ...headers,
    ...retryHeaders(refusal),
    ...close,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

function refusalBody({ url, headers }: IncomingMessage, error: AppError): [type: string, text: string] {
  if (isForPrograms(url?.split('?', 1)[0] ?? '')) return [PROBLEM_TYPE, JSON.stringify(problemBody({ error, requestId: null }))]
  if (headers.accept?.includes('text/html')) return ['text/plain; charset=utf-8', error.message]
  return ['application/json', JSON.stringify(errorBody(error))]
}
