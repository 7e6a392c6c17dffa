/** What a server that is starting, or a proxy before one, answers. The same call may work in a moment. */
export function isNotReady(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

/** How often a call that may be repeated is sent again. */
export const RETRIES = 3

/** Pause before a call is sent again, in milliseconds: 200, and twice as long each time. `failures` counts from 0. */
export function retryPause(failures: number): number {
  return 200 * 2 ** failures
}
