/** Statuses of a starting server, or of a proxy in front of it: the same request may soon succeed. */
export function isNotReady(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** Retries of an idempotent request. */
export const RETRIES = 3

/** Milliseconds before the next try: 200, doubled each time. `failures` counts from 0. */
export function retryPause(failures: number): number {
  return 200 * 2 ** failures
}
