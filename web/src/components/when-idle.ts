const TIMEOUT_MS = 3000
/** Safari has no idle callbacks. */
const FALLBACK_MS = 50

/** Resolves when the browser is idle, or after 3 seconds. Work split this way leaves time for input. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: TIMEOUT_MS })
    else setTimeout(resolve, FALLBACK_MS)
  })
}
