/** The longest wait, in milliseconds. Safari has no idle callbacks, and waits a moment. */
const AT_MOST_MS = 3000
const MOMENT_MS = 50

/** When the browser has nothing to do. Work that is cut into parts leaves room between them for what people do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS })
    else setTimeout(resolve, MOMENT_MS)
  })
}
