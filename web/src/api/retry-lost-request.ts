import { IDEMPOTENCY_HEADER } from '@ninesixteen/shared/api/idempotency'
import { toApiError } from './api-error.ts'
import { newUuid } from './new-id.ts'
import { isNotReady, retryPause } from './retries.ts'

/** Thirteen seconds in all: by then a balancer has learned that a process is gone, and another one answers. */
const REPEATS = 6

/**
 * Whether a call was lost on its way: nobody was reached, the connection broke, or what stands before the server says that it is not there. What the
 * server itself refused, be it because it is busy, was answered. Without a network nothing gets through, and the person is told so at once.
 */
export function isLost(cause: unknown): boolean {
  const { code, status } = toApiError(cause)
  if (code === 'OFFLINE') return navigator.onLine
  return isNotReady(status) && (code === 'INTERNAL' || code === 'UNAVAILABLE')
}

/** Makes a call, and the same again as long as it is lost. For calls that have done nothing more when they were made twice. */
export async function retryLostRequest<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call()
    } catch (cause) {
      if (failures === REPEATS || signal?.aborted || !isLost(cause)) throw cause
    }
    await pause(retryPause(failures), signal)
  }
}

/** The same under one key, by which any process of the server takes up what another one had begun. */
export function retryIdempotent<T>(call: (headers: Record<string, string>) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const headers = { [IDEMPOTENCY_HEADER]: newUuid() }
  return retryLostRequest(() => call(headers), signal)
}

/** Waits, and rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', left)
      resolve()
    }, ms)
    signal?.addEventListener('abort', left, { once: true })
  })
}
