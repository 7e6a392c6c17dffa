import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/headers'
import { toApiError } from './api-error.ts'
import { newUuid } from './new-id.ts'
import { isNotReady, retryPause } from './retries.ts'

/** 13 seconds in total: by then a load balancer has detected a dead process, and another one answers. */
const RETRIES = 6

/**
 * Whether a request was lost: no connection, a broken connection, or a proxy that cannot reach the server. A refusal by the server, for example
 * because it is busy, is a response. While the browser is offline, retrying is pointless and the user learns so at once.
 */
export function isLost(error: unknown): boolean {
  const { code, status } = toApiError(error)
  if (code === 'OFFLINE') return navigator.onLine
  return isNotReady(status) && (code === 'INTERNAL' || code === 'UNAVAILABLE')
}

/** Retries a call while its request is lost. For idempotent calls. */
export async function retryLostRequest<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      if (failures === RETRIES || signal?.aborted || !isLost(error)) throw error
    }
    await pause(retryPause(failures), signal)
  }
}

/** Like `retryLostRequest`, with one idempotency key for all tries, so that any server process can continue the work of another. */
export function retryIdempotent<T>(call: (headers: Record<string, string>) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const headers = { [IDEMPOTENCY_HEADER]: newUuid() }
  return retryLostRequest(() => call(headers), signal)
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
